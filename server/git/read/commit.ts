import { RepositoryError } from '../../platform/errors.ts'
import type { ObjectReader } from './objects.ts'

export interface Commit {
  tree: string
  parents: ReadonlyArray<string>
  /** Committer date (not author date), in seconds since 1970. */
  time: number
}

/** Reads the header of a commit. Throws a RepositoryError when it is missing or damaged. */
export async function readCommit(objects: Pick<ObjectReader, 'read'>, id: string): Promise<Commit> {
  return commitIn(await objects.read(id, 'commit'), id)
}

/** The header of a commit from its bytes. */
export function commitIn(data: Buffer, id: string): Commit {
  const end = data.indexOf('\n\n')
  const lines = data.toString('latin1', 0, end < 0 ? data.length : end).split('\n')
  const field = (key: string): string | undefined =>
    lines.find((line) => line.startsWith(key))?.slice(key.length)
  const tree = field('tree ')
  const time = /(?<!\d)(\d+) [+-]\d+$/.exec(field('committer ') ?? '')?.[1]
  if (tree === undefined || time === undefined)
    throw new RepositoryError(`Commit ${id} is damaged.`)
  const parents = lines
    .filter((line) => line.startsWith('parent '))
    .map((line) => line.slice('parent '.length))
  return { tree, parents, time: Number(time) }
}
