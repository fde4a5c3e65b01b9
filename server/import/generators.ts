import path from 'node:path'
import { parse as parseToml } from 'smol-toml'
import type { FieldValues } from '#domain/import/entry.ts'
import type { ParseYaml } from './front-matter.ts'
import { type Flavour, generatorOf, generators, type Role } from './generator-table.ts'
import { routeOf, scriptSettings } from './script-settings.ts'
import type { SourceFolder } from './source-folder.ts'
import { type PathRule, pathRules, placed } from './source-paths.ts'

/** The folder of one static site or vault within an export. */
export interface GeneratorSite {
  /** '' for the export itself. */
  root: string
  /** Whether it is what lies beside the sites of generators. */
  isOutside?: boolean
  flavour: Flavour
  config: FieldValues
  /** Where its settings place texts elsewhere. */
  rules: ReadonlyArray<PathRule>
  /** The files of older versions of its documents. */
  older?: ReadonlyArray<string>
}

/** The largest file of settings that is read. */
const largestSettings = 1024 * 1024

/**
 * Finds the sites in an export: by their settings, and by folders with fixed names. A vault of
 * Obsidian is known by `[[links]]`; its settings are hidden.
 */
export async function findSites(
  folder: SourceFolder,
  parseYaml: ParseYaml,
): Promise<Array<GeneratorSite>> {
  const sites = new Map<string, GeneratorSite>()
  const textOf = (file: string) => folder.text(file, largestSettings)
  for (const { flavour, settings, beside, says, programs } of generators)
    for (const file of folder.files) {
      const root = rootOf(file, settings)
      if (root === null || sites.has(root)) continue
      const text = await textOf(file)
      if (beside && below(folder, root, beside).length === 0 && !says?.test(text)) continue
      const more = await Promise.all((programs ? below(folder, root, programs) : []).map(textOf))
      const config = settingsIn(file, [text, ...more].join('\n'), parseYaml)
      const older = below(folder, root, olderVersion)
      sites.set(root, { root, flavour, config, rules: pathRules(flavour, config), older })
      if (config.outerDocs) {
        const outer = path.join(root, String(config.outerDocs))
        sites.set(outer, {
          root: outer,
          flavour,
          config,
          rules: [{ from: ':rest*', to: 'docs/:rest*' }],
          older,
        })
      }
    }
  for (const { flavour, folder: fixed } of generators)
    for (const file of fixed ? folder.files : []) {
      const root = fixed?.exec(file)?.[1]
      const isWithin = [...sites.keys()].some(
        (one) => one === '' || one === root || root?.startsWith(`${one}/`),
      )
      if (root !== undefined && !isWithin) sites.set(root, { root, flavour, config: {}, rules: [] })
    }
  return [...sites.values()].sort((one, other) => other.root.length - one.root.length)
}

/**
 * An older version of a document of Docusaurus: groups for the version, and the path in its folder.
 */
export const olderVersion = /^(?:[^/]+\/)*(?:\w+_)?versioned_docs\/version-([^/]+)(\/.+)$/s

/**
 * The folder of the site whose settings a file is; null for another file. Settings may be in a
 * folder of their own.
 */
function rootOf(file: string, settings: RegExp): string | null {
  const parts = file.split('/')
  for (const length of [1, 2])
    if (parts.length >= length && settings.test(parts.slice(-length).join('/')))
      return parts.slice(0, -length).join('/')
  return null
}

/** The files in the folder of a site whose path there fits. */
function below(folder: SourceFolder, root: string, path: RegExp): Array<string> {
  const inner = root === '' ? '' : `${root}/`
  return folder.files.filter(
    (file) => file.startsWith(inner) && path.test(file.slice(inner.length)),
  )
}

function settingsIn(file: string, text: string, parseYaml: ParseYaml): GeneratorSite['config'] {
  try {
    if (file.endsWith('.toml')) return parseToml(text) as unknown as GeneratorSite['config']
    if (file.endsWith('.json')) return JSON.parse(text) as GeneratorSite['config']
    if (/\.ya?ml$/.test(file)) return parseYaml(text)
  } catch {
    // Settings with tags or aliases: the usual addresses apply.
    return {}
  }
  return scriptSettings(text)
}

/**
 * The path of a file in the folder of its site, by the folders that the generator has by default.
 */
export function innerPath({ root, rules }: GeneratorSite, file: string): string {
  return placed(rules, root === '' ? file : file.slice(root.length + 1))
}

/** The site that a file belongs to. */
export function siteOf(
  sites: ReadonlyArray<GeneratorSite>,
  file: string,
  hasVault: (root: string) => boolean,
): GeneratorSite {
  const found = sites.find(({ root }) => root === '' || file.startsWith(`${root}/`))
  if (found) return found
  const top = file.includes('/') ? file.slice(0, file.indexOf('/')) : ''
  const root = hasVault(top) ? top : ''
  if (hasVault(root)) return { root, flavour: 'obsidian', config: {}, rules: [] }
  return { root, flavour: 'plain', config: {}, rules: [], isOutside: sites.length > 0 }
}

const aboutRepository = { leftOut: 'It is about the repository, not a text of the site' }
const outside = { leftOut: 'It is outside of the folders with the texts of the generator' }

/**
 * What a Markdown file of a site is: a post, a page, or why it is left out. `inner` is its path in
 * the site's folder.
 */
export function roleOf({ flavour, config, isOutside }: GeneratorSite, inner: string): Role {
  if (
    /(?:^|\/)(?:_includes|_layouts|_data|_site)\/|^(?:archetypes|themes|layouts|templates)\//i.test(
      inner,
    )
  )
    return { leftOut: 'A template of the generator' }
  if (/^(?:readme|license|licence|changelog|contributing|code_of_conduct)\b[^/]*$/i.test(inner))
    return aboutRepository
  if (/^\.(?!vitepress\/)[^/]+\//.test(inner)) return aboutRepository
  const texts = generatorOf(flavour)?.texts
  if (!texts) return isOutside ? outside : 'post'
  if (/^(?:(?:src|source|content|pages)\/)*404\.[a-z]+$/i.test(inner))
    return { leftOut: 'The page for wrong addresses; the site has its own' }
  const found = texts.find(([path]) => path.test(inner))?.[1]
  if (typeof found === 'object') return found
  const route = routeOf(config, inner)
  return route ? (route.kind === 'blog' ? 'post' : 'page') : (found ?? outside)
}
