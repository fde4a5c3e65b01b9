import path from 'node:path'
import type { ImportedEntry } from '#domain/import/entry.ts'
import type { FileClaim } from '#domain/import/file-ledger.ts'
import { readAuthorNames } from './author-names.ts'
import { pathInFolder } from './docusaurus-addresses.ts'
import { findSites, type GeneratorSite, innerPath, olderVersion, siteOf } from './generators.ts'
import { listBelow } from './list-heads.ts'
import { entryOf, largestText, sourceOf } from './markdown-text.ts'
import {
  absolute,
  plainReader,
  type Reader,
  type ReaderParts,
  safelyDecoded,
  withoutQuery,
} from './reader.ts'

const isText = (file: string) => /\.(?:md|mdx|markdown|mdown)$/i.test(file)
/**
 * Reads a folder of Markdown: sites of the generators of the table, vaults of Obsidian, and plain
 * files, also beside each other.
 */
export async function readMarkdown(parts: ReaderParts): Promise<Reader> {
  const { folder, parseYaml } = parts
  const sites = await findSites(folder, parseYaml)
  const texts = folder.files.filter(isText)
  const byName = notesByName(texts)
  const byFileName = new Map<string, Array<string>>()
  for (const file of folder.files) {
    const name = path.posix.basename(file).toLowerCase()
    byFileName.set(name, [...(byFileName.get(name) ?? []), file])
  }
  const authors = await readAuthorNames(folder, parseYaml)
  const vaults = await vaultsIn(parts, texts, sites)
  const siteFor = (file: string) => siteOf(sites, file, (root) => vaults.has(root))
  let claims: Array<FileClaim> = []
  const pathIn = (address: string, { body: { file } }: ImportedEntry) => {
    const plain = safelyDecoded(withoutQuery(address))
    const beside = plain.startsWith('/') ? [] : [path.posix.join(path.posix.dirname(file), plain)]
    return { plain, beside, root: siteFor(file).root }
  }
  const entryIn = (file: string, from: ReaderParts): ReturnType<typeof entryOf> =>
    entryOf(file, siteFor(file), from, () =>
      listBelow(file, texts, (below) => entryIn(below, withoutCommits)),
    )
  // Only a date of its own makes a text one of the site's lists.
  const withoutCommits = { ...parts, firstCommits: async () => new Map<string, string>() }

  return {
    ...plainReader,
    system: 'markdown',
    async *entries(complain) {
      for (const { place, message } of authors.complaints) complain(place, message)
      claims = []
      const pages = new Set<string>()
      for (const file of texts) {
        const read = await entryIn(file, parts)
        if ('leftOut' in read) claims.push({ file, fate: 'left-out', reason: read.leftOut })
        else {
          if (read.kind === 'page')
            pages.add(pathInFolder(siteFor(file), innerPath(siteFor(file), file)))
          yield { ...read, authors: read.authors.map(authors.nameOf) }
        }
      }
      const older = new Set(
        sites.flatMap((site) => site.older ?? []).map((file) => file.replace(olderVersion, '$2')),
      )
      const gone = [...older].filter((inner) => !pages.has(inner))
      if (gone.length > 0)
        complain(
          'versioned_docs/',
          `Addresses of older texts lead nowhere, as no present one has the same path: ${gone.join(', ')}`,
        )
    },
    claims: () => [...authors.claims, ...claims],
    pictureFiles(address, entry) {
      const { plain, beside, root } = pathIn(address, entry)
      if (absolute(address) !== null) return []
      const inSite = [
        '',
        'static',
        'public',
        'assets',
        'src',
        'content',
        'src/assets',
        'src/static',
        'src/public',
      ].map((inner) => within(root, inner, plain))
      const named = byFileName.get(path.posix.basename(plain).toLowerCase()) ?? []
      return [...beside, ...inSite, ...(/^[/.]/.test(plain) ? [] : named)].filter(folder.has)
    },
    linked(address, entry) {
      const { plain, beside, root } = pathIn(address, entry)
      if (absolute(address) !== null || plain === '') return null
      const candidates = [
        ...beside.flatMap((file) => [file, `${file}.md`]),
        ...['', 'content', '_posts', 'src'].flatMap((inner) => {
          const at = within(root, inner, plain)
          return [at, `${at}.md`, path.posix.join(at, 'index.md')]
        }),
      ]
      const found = candidates.find((file) => isText(file) && folder.has(file))
      return found === undefined ? null : sourceOf(found)
    },
    note(name, { body }) {
      const own = path.posix.dirname(body.file)
      const found = byName.get(name.toLowerCase().replace(/\.md$/, '')) ?? []
      const nearest = found.find((file) => path.posix.dirname(file) === own) ?? found[0]
      return nearest === undefined ? null : sourceOf(nearest)
    },
    hasTags: ({ body }) => !['obsidian', 'plain'].includes(siteFor(body.file).flavour),
  }
}

/**
 * Joins the segments of a path into one relative to the root of the export; empty segments are
 * skipped.
 */
const within = (...parts: ReadonlyArray<string>) =>
  path.posix.join('.', ...parts).replace(/^\/+/, '')

/** Files by the names that `[[links]]` use: the name, and the path. */
function notesByName(texts: ReadonlyArray<string>): Map<string, Array<string>> {
  const names = new Map<string, Array<string>>()
  for (const file of texts) {
    const parts = file
      .replace(/\.[a-z]+$/i, '')
      .toLowerCase()
      .split('/')
    for (let from = 0; from < parts.length; from += 1) {
      const name = parts.slice(from).join('/')
      names.set(name, [...(names.get(name) ?? []), file])
    }
  }
  return names
}

/** The folders outside of sites in whose texts `[[links]]` stand. */
async function vaultsIn(
  { folder }: ReaderParts,
  texts: ReadonlyArray<string>,
  sites: ReadonlyArray<GeneratorSite>,
) {
  const vaults = new Set<string>()
  for (const file of texts) {
    if (sites.some(({ root }) => root === '' || file.startsWith(`${root}/`))) continue
    const top = file.includes('/') ? file.slice(0, file.indexOf('/')) : ''
    if (
      !vaults.has(top) &&
      (await folder.sizeOf(file)) < largestText &&
      /\[\[[^[\]\n]{1,200}\]\]/.test(await folder.text(file))
    )
      vaults.add(top)
  }
  return vaults
}
