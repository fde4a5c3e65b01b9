import type { FieldValue, FieldValues } from '#domain/import/entry.ts'
import { type PathRule, trimmed } from './source-paths.ts'

/** A folder of texts whose addresses begin with another path than its name. */
interface TextRoute {
  kind: 'docs' | 'blog' | 'pages'
  folder: string
  route: string
}

/**
 * What the settings of a generator say where they are a program: it is read, not run, so only
 * values that stand there as texts are found. `input` is the folder of the texts, `outerDocs` that
 * of documents outside of the site's, `baseurl` the folder of the host, `permalink` a pattern with
 * the day, `routes` those of Docusaurus, `rewrites` those of VitePress.
 */
export function scriptSettings(text: string): FieldValues {
  const settings: Record<string, FieldValue> = {}
  const input = /\b(?:input|srcDir)\s{0,3}:\s{0,3}["'`]([\w./-]{1,100})["'`]/.exec(text)?.[1]
  if (input) settings.input = trimmed(input)
  const outer =
    /\bdocs\s{0,3}:\s{0,3}\{[^{}]{0,500}?\bpath\s{0,3}:\s{0,3}["'`](\.\.\/[\w./-]{1,100})["'`]/.exec(
      text,
    )?.[1]
  if (outer) settings.outerDocs = outer
  const base =
    /\b(?:base|basePath|baseUrl|baseURL|pathPrefix)["']?\s{0,3}:\s{0,3}["'`](\/?[\w.~/-]{1,200})["'`]/.exec(
      text,
    )
  if (base?.[1]) settings.baseurl = base[1]
  settings.routes = routesIn(text).map((route) => ({ ...route }))
  settings.rewrites = rewritesIn(text).map((rule) => ({ ...rule }))
  if (/\bstarlight\(/.test(text)) settings.isStarlight = true
  const dated = /`(\/[\w/-]{0,100}\$\{year\}[^`\n]{1,200})`/.exec(text)?.[1]
  if (dated) settings.permalink = dated.replace(/\$\{(\w{1,30})\}/g, ':$1')
  return settings
}

/** The rules of an object `rewrites`; one that is a function is not read. */
function rewritesIn(text: string): Array<PathRule> {
  const [, rules = ''] = /\brewrites\s{0,3}:\s{0,3}\{([^{}]{1,5000})\}/.exec(text) ?? []
  const pairs = rules.matchAll(
    /["'`]([^"'`\n]{1,200})["'`]\s{0,3}:\s{0,3}["'`]([^"'`\n]{1,200})["'`]/g,
  )
  return [...pairs].map(([, from = '', to = '']) => ({ from, to }))
}

/** The routes in settings of Docusaurus: objects with a `routeBasePath`, and perhaps a `path`. */
function routesIn(text: string): Array<TextRoute> {
  const routes: Array<TextRoute> = []
  for (const { 1: written = '', index } of text.matchAll(
    /\brouteBasePath\s{0,3}:\s{0,3}["'`]([\w./-]{0,100})["'`]/g,
  )) {
    const start = openingBrace(text, index)
    const before = text.slice(Math.max(0, start - 200), start)
    const named = [...before.matchAll(/\b(?:plugin-content-)?(docs|blog|pages)\b/g)].at(-1)?.[1]
    const kind = (named ?? 'docs') as TextRoute['kind']
    const inner = text.slice(start, start + 2000)
    const folder =
      /\bpath\s{0,3}:\s{0,3}["'`]([\w./-]{1,100})["'`]/.exec(inner)?.[1] ??
      (kind === 'pages' ? 'src/pages' : kind)
    routes.push({ kind, folder: trimmed(folder), route: trimmed(written) })
  }
  return routes
}

/** The place of the brace that opens the object around an offset. */
function openingBrace(text: string, offset: number): number {
  let depth = 0
  for (let at = offset - 1; at >= 0; at -= 1) {
    if (text[at] === '}') depth += 1
    if (text[at] === '{' && depth-- === 0) return at
  }
  return 0
}

/** The route of Docusaurus that a text belongs to; null where the settings name none. */
export function routeOf(config: FieldValues, inner: string): TextRoute | null {
  const routes = (Array.isArray(config.routes)
    ? config.routes
    : []) as unknown as ReadonlyArray<TextRoute>
  return routes.find(({ folder }) => inner.startsWith(`${folder}/`)) ?? null
}
