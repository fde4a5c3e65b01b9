import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type GitPlace, readingEnvironment } from '../program/git-environment.ts'
import { askGit, type ReadOptions } from '../program/local-git.ts'
import type { GitConfig } from '../read/config.ts'
import { type Attributes, type LineEnds, lineEndsBy } from './line-ends.ts'

/** How git converts the line ends of files, by their paths in the work tree. */
export type LineEndsOf = (paths: ReadonlyArray<string>) => Promise<ReadonlyMap<string, LineEnds>>

/** Attributes that change what git stores for a file. */
const converting = ['filter', 'text', 'crlf', 'eol', 'ident', 'working-tree-encoding']

/**
 * Asks git for the attributes of files that change what it stores, by their paths in the work tree.
 * `from` are further arguments, `env` another environment. Files that nothing names have none.
 */
export async function attributesOf(
  place: GitPlace,
  paths: ReadonlyArray<string>,
  {
    isNamed,
    from = [],
    ...options
  }: Pick<ReadOptions, 'env'> & { isNamed: boolean; from?: ReadonlyArray<string> },
): Promise<ReadonlyMap<string, Attributes>> {
  const found = new Map(paths.map((path) => [path, new Map<string, string>()]))
  if (!isNamed || paths.length === 0) return found
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
 * Tells how git converts files of the work tree. Without an attributes file that could name them,
 * git is not asked: a save starts no process.
 */
export function createLineEnds(
  place: GitPlace & { commonDir: string },
  home: string | null = homedir(),
): (paths: ReadonlyArray<string>, config: GitConfig) => Promise<ReadonlyMap<string, LineEnds>> {
  const { commonDir, workTree } = place
  const env = readingEnvironment(place, home)
  const settings = process.env.XDG_CONFIG_HOME || join(home ?? '', '.config')
  const fixed = [
    join(commonDir, 'info', 'attributes'),
    ...(home === null ? [] : [join(settings, 'git', 'attributes'), '/etc/gitattributes']),
  ]
  return async (paths, config) => {
    const files = [...fixed, ...attributesFiles(paths).map((file) => join(workTree, file))]
    const isNamed = config.has('core.attributesfile') || files.some((file) => existsSync(file))
    return lineEndsBy(await attributesOf(place, paths, { env, isNamed }), config)
  }
}

/** The files in the folders of some paths that may name them. */
export function attributesFiles(paths: ReadonlyArray<string>): Array<string> {
  const folders = paths.flatMap((path) =>
    path.split('/').map((_, depth, names) => names.slice(0, depth)),
  )
  return [...new Set(folders.map((names) => [...names, '.gitattributes'].join('/')))]
}
