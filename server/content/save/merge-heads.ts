import { sameValue } from '#domain/item/merge-fields.ts'
import { mergeSequences } from '#domain/markdown/merge-sequences.ts'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'
import { editFrontmatter } from '../frontmatter/frontmatter-edit.ts'
import type { FieldValues } from './content-text.ts'
import { mergeKeys } from './merge-keys.ts'

/**
 * Frontmatter with the merged fields, or null for a conflict. First merges the lines, then the
 * lines of each key: both preserve comments and the spelling of values. When neither gives these
 * fields, writes the changed values into one of the two versions.
 */
export function headWith(
  fields: FieldValues,
  base: string,
  ours: [head: string, fields: FieldValues],
  theirs: [head: string, fields: FieldValues],
): string | null {
  const hasFields = (head: string) => sameValue(dataOf(head), fields)
  const [was, mine, other] = withLineEndsOf([base, ours[0], theirs[0]])
  const lines = mergeLines(was, mine, other)
  if (lines !== null && hasFields(lines)) return lines
  for (const keys of [mergeKeys(was, mine, other), mergeKeys(was, other, mine)])
    if (
      keys !== null &&
      hasFields(keys) &&
      hasAllComments(was, mine, keys) &&
      hasAllComments(was, other, keys)
    )
      return keys
  for (const [[head, data], [dropped]] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    const names = new Set([...Object.keys(data), ...Object.keys(fields)])
    const changed = [...names].filter((name) => !sameValue(data[name], fields[name]))
    const edited = edit(head, Object.fromEntries(changed.map((name) => [name, fields[name]])))
    if (edited !== null && hasFields(edited) && hasAllComments(base, dropped, edited)) return edited
  }
  return null
}

type Heads = [base: string, ours: string, theirs: string]

/**
 * The heads with the line end of the side that has changed it in every line, so that not every line
 * differs.
 */
function withLineEndsOf(heads: Heads): Heads {
  const [was, mine, other] = heads.map((head) => {
    const [all, windows] = [/\n/g, /\r\n/g].map((end) => head.match(end)?.length ?? 0)
    return windows === 0 ? '\n' : windows === all ? '\r\n' : null
  })
  if (!was || !mine || !other || (was === mine && was === other)) return heads
  const end = mine === was ? other : mine
  return heads.map((head) => head.replace(/\r?\n/g, end)) as Heads
}

/** The fields of a head; null when they cannot be read. */
export function dataOf(head: string): FieldValues | null {
  const read = readFrontmatter(Buffer.from(head))
  return read.kind === 'frontmatter' ? read.data : null
}

function edit(head: string, changes: FieldValues): string | null {
  try {
    return editFrontmatter(head, changes)
  } catch {
    // These values cannot be written into this frontmatter: a conflict.
    return null
  }
}

function mergeLines(base: string, ours: string, theirs: string): string | null {
  const lines = (text: string) => text.split(/(?<=\n)/)
  const parts = mergeSequences(lines(base), lines(ours), lines(theirs))
  if (parts.some(({ kind }) => kind === 'conflict')) return null
  return parts.flatMap((part) => (part.kind === 'agreed' ? part.items : [])).join('')
}

/** Whether every comment that a version has added or changed is in the result. */
function hasAllComments(base: string, version: string, result: string): boolean {
  const comments = (head: string) =>
    head.split('\n').flatMap((line) => /(?:^|\s)#.*/.exec(line)?.[0].trim() ?? [])
  const before = comments(base)
  const after = comments(result)
  return comments(version).every((comment) => before.includes(comment) || after.includes(comment))
}
