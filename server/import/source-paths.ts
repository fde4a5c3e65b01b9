import type { FieldValue, FieldValues } from '#domain/import/entry.ts'
import type { Flavour } from './generator-table.ts'

/** Another place of paths: `en/:rest*` is at `:rest*`. */
export interface PathRule {
  from: string
  to: string
}

/**
 * Where texts are that the settings of a generator place elsewhere, by the folders that it has
 * otherwise.
 */
export function pathRules(flavour: Flavour, config: FieldValues): ReadonlyArray<PathRule> {
  if (flavour === 'hexo') return folderRule(config.source_dir, 'source')
  if (flavour === 'jekyll')
    return [...folderRule(config.source, ''), ...folderRule(config.collections_dir, '')]
  if (flavour === 'hugo')
    return hugoFolders(config).flatMap((folder) => folderRule(folder, 'content'))
  if (flavour === 'eleventy') return folderRule(config.input, '')
  if (flavour === 'vitepress') {
    const rewrites = (config.rewrites ?? []) as unknown as ReadonlyArray<PathRule>
    const inner = typeof config.input === 'string' && config.input !== '' ? `${config.input}/` : ''
    return [
      ...rewrites.map(({ from, to }) => ({ from: inner + from, to })),
      ...folderRule(config.input, ''),
    ]
  }
  // Starlight has its texts at the root of the site.
  if (flavour === 'astro' && config.isStarlight === true)
    return folderRule('src/content/docs', 'src/pages')
  return []
}

function folderRule(folder: FieldValue | undefined, usual: string): ReadonlyArray<PathRule> {
  const plain = typeof folder === 'string' ? trimmed(folder) : ''
  return ['', usual].includes(plain)
    ? []
    : [{ from: `${plain}/:rest*`, to: usual === '' ? ':rest*' : `${usual}/:rest*` }]
}

/** A path without slashes at its ends, `./` and `../`. */
export const trimmed = (path: string) => path.replace(/^(?:\.{0,2}(?:\/|$))+|\/{1,9}$/g, '')

/** The folders of the texts in the usual language. */
function hugoFolders(config: FieldValues): ReadonlyArray<FieldValue | undefined> {
  const usual = String(config.defaultContentLanguage ?? 'en')
  const languages = (config.languages ?? {}) as Readonly<Record<string, FieldValues | undefined>>
  const language = Object.hasOwn(languages, usual) ? languages[usual] : undefined
  const { mounts } = (config.module ?? {}) as FieldValues
  const mounted = (Array.isArray(mounts) ? (mounts as ReadonlyArray<FieldValues>) : []).filter(
    ({ target }) => target === 'content',
  )
  return [language?.contentDir, ...mounted.map(({ source }) => source), config.contentDir]
}

/** A path by the first rule that fits it. */
export function placed(rules: ReadonlyArray<PathRule>, path: string): string {
  const parts = path.split('/')
  for (const { from, to } of rules) {
    const values = matched(from.split('/'), parts)
    if (values === null) continue
    const made = to
      .split('/')
      .map((part) => (part.startsWith(':') ? (values.get(nameOf(part)) ?? part) : part))
    return made.filter(Boolean).join('/')
  }
  return path
}

/**
 * The values of the names in a pattern; null for a path that it does not fit. Only its last part
 * may have the rest.
 */
function matched(
  pattern: ReadonlyArray<string>,
  parts: ReadonlyArray<string>,
): ReadonlyMap<string, string> | null {
  const values = new Map<string, string>()
  for (const [at, part] of pattern.entries()) {
    if (part.startsWith(':') && part.endsWith('*'))
      return values.set(nameOf(part), parts.slice(at).join('/'))
    const there = parts[at]
    if (there === undefined) return null
    if (part.startsWith(':')) values.set(nameOf(part), there)
    else if (part !== there) return null
  }
  return pattern.length === parts.length ? values : null
}

const nameOf = (part: string) => part.replace(/^:|\*$/g, '')
