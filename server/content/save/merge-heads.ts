import { sameValue } from '#domain/item/merge-fields.ts'
import { applyChanges } from '#domain/markdown/align.ts'
import { readFrontmatter } from '../frontmatter/frontmatter.ts'
import { editFrontmatter } from '../frontmatter/frontmatter-edit.ts'
import type { FieldValues } from './content-text.ts'

/**
 * Frontmatter with the merged fields, or null for a conflict. Merges the lines, else the lines of
 * each key: both keep comments and the
 * spelling of values. When neither gives these fields, writes the changed values into one of the
 * two versions.
 */
export function headWith(
  fields: FieldValues,
  base: string,
  ours: [head: string, fields: FieldValues],
  theirs: [head: string, fields: FieldValues],
): string | null {
  const hasFields = (head: string) => sameValue(dataOf(head), fields)
  const [was, mine, other] = withLineEndsOf([base, ours[0], theirs[0]])
  for (const merged of [
    withChanges(mine, was, other),
    withChanges(other, was, mine),
    mergedByKey(was, mine, other),
    mergedByKey(was, other, mine),
  ])
    if ([ours, theirs].every(([head]) => hasAllComments(base, head, merged)) && hasFields(merged))
      return merged
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

/** `onto` with the lines that `from` has changed in the base. */
function withChanges(onto: string, base: string, from: string): string {
  const [own, was, edited] = [onto, base, from].map((text) =>
    text.split(/(?<=\n)/).map((key) => ({ key })),
  )
  return applyChanges(own!, was!, edited!)
    .map(({ item }) => item.key)
    .join('')
}

/**
 * The keys of the root with their lines, and the comments between them, each from the side that has
 * changed it: in the order of `ours`; what only `theirs` has follows the key before it.
 */
function mergedByKey(base: string, ours: string, theirs: string): string {
  const [was, mine, other] = [base, ours, theirs].map(partsByName)
  const names = [...mine!.keys()]
  let place = 0
  for (const name of other!.keys()) {
    const known = names.indexOf(name)
    if (known < 0) names.splice(place, 0, name)
    place = (known < 0 ? place : known) + 1
  }
  return names
    .map((name) => (mine!.get(name) !== was!.get(name) ? mine! : other!).get(name) ?? '')
    .join('')
}

/** The text of each key or comment by a name that the same one has in other versions. */
function partsByName(head: string): Map<string, string> {
  const parts = new Map<string, string>()
  for (const text of head.split(/^(?=[^\s\-\]}])/m)) {
    let name = /^(?:#.*|[^:\n]*)/.exec(text)?.[0] ?? ''
    while (parts.has(name)) name += ' '
    parts.set(name, text)
  }
  return parts
}

/** Whether every comment that a version has added or changed is in the result. */
function hasAllComments(base: string, version: string, result: string): boolean {
  const comments = (head: string) =>
    head.split('\n').flatMap((line) => /(?:^|\s)#.*/.exec(line)?.[0].trim() ?? [])
  const before = comments(base)
  const after = comments(result)
  return comments(version).every((comment) => before.includes(comment) || after.includes(comment))
}
