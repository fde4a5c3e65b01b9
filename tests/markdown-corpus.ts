import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../scripts/sources.mjs'

/**
 * Folders of Markdown files that tests try: the site's own texts, and those of other projects that
 * `MARKDOWN_CORPUS` names.
 */
export const corpusFolders: ReadonlyArray<string> = [
  path.join(root, 'content'),
  ...(process.env.MARKDOWN_CORPUS?.split(path.delimiter).filter(Boolean) ?? []),
]

/**
 * The names and the bodies of a sixth of the Markdown files in a folder; of all in `npm run soak --
 * properties`.
 */
export function corpusTexts(folder: string): Array<{ name: string; body: string }> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  return names
    .sort()
    .filter((_, at) => import.meta.env.PROPERTY_TIMES !== undefined || at % 6 === 1)
    .map((name) => ({
      name,
      body: readFileSync(path.join(folder, name), 'utf8').replace(/^---\n.*?\n---\n/s, ''),
    }))
}
