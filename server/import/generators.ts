import { parse as parseToml } from 'smol-toml'
import type { FieldValue } from '#domain/import/entry.ts'
import type { ParseYaml } from './front-matter.ts'
import { type Flavour, generatorOf, generators, type Role } from './generator-table.ts'
import { routeOf, scriptSettings } from './script-settings.ts'
import type { SourceFolder } from './source-folder.ts'

/** The folder of one static site or vault within an export. */
export interface GeneratorSite {
  /** '' for the export itself. */
  root: string
  flavour: Flavour
  config: Readonly<Record<string, FieldValue>>
}

/** Finds the sites in an export: by their settings, and by folders with fixed names. A vault of Obsidian is known by `[[links]]`; its settings are hidden. */
export async function findSites(folder: SourceFolder, parseYaml: ParseYaml): Promise<Array<GeneratorSite>> {
  const sites = new Map<string, GeneratorSite>()
  for (const { flavour, settings, beside } of generators)
    for (const file of folder.files) {
      const root = rootOf(file, settings)
      if (root === null || sites.has(root) || (beside && !hasBeside(folder, root, beside))) continue
      sites.set(root, { root, flavour, config: await configIn(folder, file, parseYaml) })
    }
  for (const { flavour, folder: fixed } of generators)
    for (const file of fixed ? folder.files : []) {
      const root = fixed?.exec(file)?.[1]
      const isWithin = [...sites.keys()].some((one) => one === '' || one === root || root?.startsWith(`${one}/`))
      if (root !== undefined && !isWithin) sites.set(root, { root, flavour, config: {} })
    }
  return [...sites.values()].sort((one, other) => other.root.length - one.root.length)
}

/** The folder of the site whose settings a file is; null for another file. Settings may be in a folder of their own. */
function rootOf(file: string, settings: RegExp): string | null {
  const parts = file.split('/')
  for (const length of [1, 2])
    if (parts.length >= length && settings.test(parts.slice(-length).join('/')))
      return parts.slice(0, -length).join('/')
  return null
}

function hasBeside(folder: SourceFolder, root: string, beside: RegExp): boolean {
  const inner = root === '' ? '' : `${root}/`
  return folder.files.some((file) => file.startsWith(inner) && beside.test(file.slice(inner.length)))
}

async function configIn(folder: SourceFolder, file: string, parseYaml: ParseYaml): Promise<GeneratorSite['config']> {
  const text = (await folder.read(file, 1024 * 1024)).toString('utf8')
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
  return { root, flavour: hasVault(root) ? 'obsidian' : 'plain', config: {} }
}

const aboutRepository = { leftOut: 'It is about the repository, not a text of the site' }
const outside = { leftOut: 'It is outside of the folders with the texts of the generator' }

/** What a Markdown file of a site is: a post, a page, or why it is left out. `inner` is its path in the site's folder. */
export function roleOf({ flavour, config }: GeneratorSite, inner: string): Role {
  if (/(?:^|\/)(?:_includes|_layouts|_data|_site)\/|^(?:archetypes|themes|layouts|templates)\//i.test(inner))
    return { leftOut: 'A template of the generator' }
  if (/^(?:readme|license|licence|changelog|contributing|code_of_conduct)\b[^/]*$/i.test(inner)) return aboutRepository
  const texts = generatorOf(flavour)?.texts
  if (!texts) return 'post'
  if (/^\.(?!vitepress\/)[^/]+\//.test(inner)) return aboutRepository
  if (/^(?:(?:src|source|content|pages)\/)*404\.[a-z]+$/i.test(inner))
    return { leftOut: 'The page for wrong addresses; the site has its own' }
  const found = texts.find(([path]) => path.test(inner))?.[1]
  if (typeof found === 'object') return found
  const route = routeOf(config, inner)
  return route ? (route.kind === 'blog' ? 'post' : 'page') : (found ?? outside)
}
