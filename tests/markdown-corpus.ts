import path from 'node:path'
import { root } from '../scripts/sources.mjs'

/** Folders of Markdown files that tests try: the site's own texts, and those of other projects that `MARKDOWN_CORPUS` names. */
export const corpusFolders: ReadonlyArray<string> = [
  path.join(root, 'content'),
  ...(process.env.MARKDOWN_CORPUS?.split(path.delimiter).filter(Boolean) ?? []),
]
