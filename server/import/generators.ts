import { parse as parseToml } from 'smol-toml'
import type { FieldValue } from '#domain/import/entry.ts'
import type { ParseYaml } from './front-matter.ts'
import type { SourceFolder } from './source-folder.ts'

export type Flavour = 'jekyll' | 'hugo' | 'eleventy' | 'astro' | 'obsidian' | 'plain'

/** The folder of one static site or vault within an export. */
export interface GeneratorSite {
  /** '' for the export itself. */
  root: string
  flavour: Flavour
  config: Readonly<Record<string, FieldValue>>
}

const marks: ReadonlyArray<readonly [RegExp, Flavour]> = [
  [/^_config\.ya?ml$/, 'jekyll'],
  [/^(?:hugo|config)\.(?:toml|ya?ml|json)$/, 'hugo'],
  [/^(?:\.eleventy|eleventy\.config)\.(?:c|m)?js$/, 'eleventy'],
  [/^astro\.config\.(?:m?js|c?js|ts)$/, 'astro'],
]

/** Folders that tell the generator where its settings are missing. */
const folders: ReadonlyArray<readonly [RegExp, Flavour]> = [
  [/^(.*?)(?:^|\/)_(?:posts|drafts)\//, 'jekyll'],
  [/^(.*?)(?:^|\/)src\/content\/[^/]+\//, 'astro'],
]

/** Finds the sites in an export: by their settings, and by folders with fixed names. A vault of Obsidian is known by `[[links]]`; its settings are hidden. */
export async function findSites(folder: SourceFolder, parseYaml: ParseYaml): Promise<Array<GeneratorSite>> {
  const sites = new Map<string, GeneratorSite>()
  for (const file of folder.files) {
    const cut = file.lastIndexOf('/')
    const [root, name] = [cut < 0 ? '' : file.slice(0, cut), file.slice(cut + 1)]
    const flavour = marks.find(([mark]) => mark.test(name))?.[1]
    if (!flavour || (flavour === 'hugo' && !isHugo(folder, root, name))) continue
    if (!sites.has(root)) sites.set(root, { root, flavour, config: await configIn(folder, file, parseYaml) })
  }
  for (const file of folder.files)
    for (const [pattern, flavour] of folders) {
      const root = pattern.exec(file)?.[1]
      if (root !== undefined && !sites.has(root)) sites.set(root, { root, flavour, config: {} })
    }
  return [...sites.values()].sort((one, other) => other.root.length - one.root.length)
}

function isHugo(folder: SourceFolder, root: string, name: string): boolean {
  const content = root === '' ? 'content/' : `${root}/content/`
  return name.startsWith('hugo.') || folder.files.some((file) => file.startsWith(content))
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
  const input = /\binput\s{0,3}:\s{0,3}["']([\w./-]{1,100})["']/.exec(text)?.[1]
  return input ? { input: input.replace(/^\.?\/|\/$/g, '') } : {}
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

const outside = { leftOut: 'It is outside of the folders with the texts of the generator' }

/** What a Markdown file of a site is: a post, a page, or why it is left out. `inner` is its path in the site's folder. */
export function roleOf({ flavour }: GeneratorSite, inner: string): 'post' | 'page' | { leftOut: string } {
  const name = inner.slice(inner.lastIndexOf('/') + 1)
  if (/(?:^|\/)(?:_includes|_layouts|_data|_site|archetypes|themes|layouts|templates)\//i.test(inner))
    return { leftOut: 'A template of the generator' }
  if (!inner.includes('/') && /^(?:readme|license|licence|changelog|contributing|code_of_conduct)\b/i.test(name))
    return { leftOut: 'It is about the repository, not a text of the site' }
  switch (flavour) {
    case 'jekyll':
      return /(?:^|\/)_[^/]+\//.test(inner) ? 'post' : 'page'
    case 'hugo':
      if (!inner.startsWith('content/')) return outside
      if (/(?:^|\/)_index\.[a-z.]*md/i.test(inner)) return { leftOut: 'The head of a list; lists are made here' }
      return /^content\/[^/]+(?:\/index\.[a-z.]*md)?$/i.test(inner) ? 'page' : 'post'
    case 'astro':
      if (inner.startsWith('src/content/')) return 'post'
      return inner.startsWith('src/pages/') ? 'page' : outside
    default:
      return 'post'
  }
}
