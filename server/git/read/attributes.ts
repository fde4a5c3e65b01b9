import { join } from 'node:path'
import { stampOf } from '../../platform/disk-reads.ts'
import { type GitPlace, readingEnvironment } from '../program/git-environment.ts'
import { askGit, type ReadOptions } from '../program/local-git.ts'
import type { GitConfig } from './config.ts'
import { type Attributes, type LineEnds, lineEndsBy } from './line-ends.ts'

/** How git converts the line ends of files, by their paths in the work tree. */
export type LineEndsOf = (paths: ReadonlyArray<string>) => Promise<ReadonlyMap<string, LineEnds>>

/** Attributes that change what git stores for a file. */
const converting = ['filter', 'text', 'crlf', 'eol', 'ident', 'working-tree-encoding']

/** The most files whose attributes are kept. */
const mostKnown = 1000

/**
 * Asks git for the attributes of files that change what it stores, by their paths in the work tree.
 * `from` are further arguments, `env` another environment.
 */
export async function attributesOf(
  place: GitPlace,
  paths: ReadonlyArray<string>,
  { from = [], ...options }: Pick<ReadOptions, 'env'> & { from?: ReadonlyArray<string> } = {},
): Promise<ReadonlyMap<string, Attributes>> {
  const found = new Map(paths.map((path) => [path, new Map<string, string>()]))
  if (paths.length === 0) return found
  const args = ['check-attr', '-z', '--stdin', ...from, ...converting]
  const { stdout } = await askGit(place, args, { ...options, input: paths.join('\0') })
  const words = stdout.split('\0')
  for (let at = 0; at + 2 < words.length; at += 3) {
    const [path = '', name = '', value = ''] = words.slice(at, at + 3)
    if (value !== 'unspecified') found.get(path)?.set(name, value)
  }
  return found
}

/**
 * Returns a function that tells how git converts files of the work tree. The answer for a file is
 * kept until an attributes file on its way has changed.
 */
export function createLineEnds(
  place: GitPlace & { commonDir: string },
  home: string | null | undefined,
): (paths: ReadonlyArray<string>, config: GitConfig) => Promise<ReadonlyMap<string, LineEnds>> {
  const env = readingEnvironment(place, home)
  const known = new Map<string, { stamp: string; attributes: Attributes }>()
  const stampFor = (path: string, config: GitConfig) => {
    const folders = path.split('/').map((_, depth, names) => names.slice(0, depth).join('/'))
    const files = [
      join(place.commonDir, 'info', 'attributes'),
      ...folders.map((folder) => join(place.workTree, folder, '.gitattributes')),
    ]
    return [config.get('core.attributesfile'), ...files.map(stampOf)].join('\n')
  }
  return async (paths, config) => {
    const stamps = new Map(paths.map((path) => [path, stampFor(path, config)]))
    const open = paths.filter((path) => known.get(path)?.stamp !== stamps.get(path))
    const asked = await attributesOf(place, open, { env })
    if (known.size + asked.size > mostKnown) known.clear()
    const attributes = new Map(
      paths.map((path) => [path, asked.get(path) ?? known.get(path)!.attributes]),
    )
    for (const [path, found] of asked)
      known.set(path, { stamp: stamps.get(path)!, attributes: found })
    return lineEndsBy(attributes, config)
  }
}
