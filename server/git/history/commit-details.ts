import type { Commit } from '../read/commit.ts'
import { readCommit } from '../read/commit.ts'
import type { ObjectReader } from '../read/objects.ts'

export interface CommitDetails extends Commit {
  author: { name: string; email: string }
  /** Author date, in seconds since 1970. */
  authored: number
  message: string
}

/** Reads the author, date and message of a commit. Throws a RepositoryError when it is missing or damaged. */
export function readCommitDetails(objects: ObjectReader, id: string): CommitDetails {
  const data = objects.read(id, 'commit')
  const end = data.indexOf('\n\n')
  const head = textIn(data.subarray(0, end < 0 ? data.length : end), data)
  const line = head.split('\n').find((one) => one.startsWith('author ')) ?? ''
  const author = /^author ([^<]*)<([^<>]*)> (\d+) [+-]\d+$/.exec(line)
  const commit = readCommit(objects, id)
  return {
    ...commit,
    author: { name: author?.[1]?.replace(/ $/, '') ?? '', email: author?.[2] ?? '' },
    authored: author === null ? commit.time : Number(author[3]),
    message: end < 0 ? '' : textIn(data.subarray(end + 2), data).trimEnd(),
  }
}

/** Decodes text by the commit's encoding header; unknown encodings are read as UTF-8. */
function textIn(bytes: Buffer, commit: Buffer): string {
  const named = /^encoding (.+)$/m.exec(commit.toString('latin1', 0, Math.max(0, commit.indexOf('\n\n'))))?.[1]
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}
