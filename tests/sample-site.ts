import { readFile } from 'node:fs/promises'
import path from 'node:path'

const content = path.join(path.dirname(import.meta.dirname), 'content')

const packs = ['dub-chord-midi-pack', 'polymeter-midi-clips']

/** Texts of every kind. A link to another article of the sample leads to one of these. */
const texts = [
  'articles/2025/gain-staging-in-live.md',
  'articles/2026/drift-analog-pads.md',
  'articles/2026/sidechain-that-breathes.md',
  'news/2025/move-at-one-year.md',
  'newsletters/2026/001-the-first-hour.md',
  ...packs.map((name) => `downloads/${name}.md`),
  'site.yaml',
  ...['about', 'cookie-policy', 'privacy-policy', 'terms-of-service'].map(
    (name) => `pages/${name}.md`,
  ),
]

/**
 * A small part of the sample content, with all that it shows: a site of it costs a fifth of one
 * with the whole sample.
 */
export async function sampleSite(): Promise<Record<string, string | Buffer>> {
  const read = (name: string) => readFile(path.join(content, name))
  const files: Record<string, string | Buffer> = {}
  const shown = new Set(packs.map((name) => `downloads/${name}.zip`))
  for (const name of texts) {
    const text = String(await read(name)).replace(/\/article\/([\w-]+)/g, (link, slug: string) =>
      texts.some((one) => one.endsWith(`/${slug}.md`)) ? link : '/article/gain-staging-in-live',
    )
    files[name] = text
    for (const [file] of text.matchAll(/(?<=\/)media\/[^\s)"]+/g)) shown.add(file)
  }
  for (const name of shown) files[name] = await read(name)
  return files
}
