import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { contentTypes, derivedIdStart } from '#domain/content.ts'
import type { SiteState } from '../catalog/site-state.ts'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'
import type { RecordOf } from '../read/file-record.ts'

const identifiedKinds = [...contentTypes, 'downloads'] as const
type Identified = RecordOf<(typeof identifiedKinds)[number]>

/**
 * Writes an id into each readable file that has none: one more than the highest id of its kind,
 * oldest item first. Only one line is added; a file in which this is not possible is not changed.
 * Returns the ids by path.
 */
export function assignIds(folder: string, state: SiteState): Map<string, number> {
  const assigned = new Map<string, number>()
  for (const kind of identifiedKinds) {
    const records = [...state.records.values()].filter(
      (record) => record.entry?.kind === kind,
    ) as Array<Identified>
    const ids = records
      .map(({ entry }) => (entry.explicitId ? entry.item.id : 0))
      .filter((id) => id < derivedIdStart)
    let next = Math.max(0, ...ids) + 1
    for (const { path } of records.filter(({ entry }) => !entry.explicitId).sort(oldestFirst)) {
      const bytes = withId(readFileSync(join(folder, path)), next)
      if (!bytes) continue
      writeFileSync(join(folder, path), bytes)
      assigned.set(path, next)
      next += 1
    }
  }
  return assigned
}

/**
 * The file with a line `id: N` as the last of its frontmatter, all other bytes as they were; null
 * when that would change more than the id.
 */
export function withId(bytes: Buffer, id: number): Buffer | null {
  const before = readFrontmatter(bytes)
  if (before.kind === 'unreadable') return null
  // The last line before the body is the closing `---`.
  const bodyBytes = Buffer.byteLength(before.body)
  const head = bytes.subarray(0, bytes.length - bodyBytes)
  const closing = head.lastIndexOf('\n---') + 1
  if (closing === 0) return null
  const ending = head[closing - 2] === 0x0d ? '\r\n' : '\n'
  const after = Buffer.concat([
    bytes.subarray(0, closing),
    Buffer.from(`id: ${id}${ending}`),
    bytes.subarray(closing),
  ])
  const check = readFrontmatter(after)
  const same = check.kind === 'frontmatter' && check.body === before.body
  return same &&
    isDeepStrictEqual(check.data, Object.assign(Object.create(null), before.data, { id }))
    ? after
    : null
}

/** Drafts last, so that published items get the lower ids. */
function oldestFirst(left: Identified, right: Identified): number {
  const [first, second] = [dateOf(left), dateOf(right)]
  if (first !== second) return first < second ? -1 : 1
  return left.path < right.path ? -1 : 1
}

function dateOf({ entry }: Identified) {
  return (entry.kind === 'downloads' ? null : entry.item.publishedAt) ?? '~'
}
