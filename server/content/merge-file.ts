import { mergeFields, sameValue } from '#domain/item/merge-fields.ts'
import { mergeSequences } from '#domain/markdown/merge-sequences.ts'
import { isContentType, pathKind } from './file-kind.ts'
import { findHead, readFrontmatter, readText } from './frontmatter.ts'
import { editFrontmatter } from './frontmatter-edit.ts'
import type { TextWork } from './markdown/text-work.ts'
import { readItemText } from './saving/item-text.ts'

/**
 * Merges two versions of a content file that were made apart from `base`, by the rules of saves: frontmatter by key, the body by block; what neither
 * changed keeps its bytes. `path` is relative to the content folder. Null when a person has to choose, and for what is no text of the site.
 */
export async function mergeFile(
  path: string,
  base: Uint8Array | null,
  ours: Uint8Array,
  theirs: Uint8Array,
  timeZone: string,
  texts: Pick<TextWork, 'merge'>,
): Promise<Buffer | null> {
  const place = pathKind(path)
  if (base === null || !(path.endsWith('.md') || place.kind === 'settings')) return null
  const [was, mine, other] = [base, ours, theirs].map(readText).map((text) => {
    if (typeof text !== 'string') return null
    return place.kind === 'settings' ? { head: `---\n${text}---\n`, body: '' } : takeApart(text)
  })
  if (!was || !mine || !other) return null
  const head = mergeHeads(was.head, mine.head, other.head)
  const body = head === null ? null : await mergeTexts(was.body, mine.body, other.body, texts)
  if (head === null || body === null) return null
  const mark = ours[0] === 0xef ? '\uFEFF' : ''
  const merged = Buffer.from(place.kind === 'settings' ? head.slice(4, -4) : mark + head + body)
  return isWorse(path, [ours, theirs], merged, timeZone) ? null : merged
}

/** Frontmatter with the empty line behind it, and the body. */
function takeApart(text: string): { head: string; body: string } {
  const found = text.startsWith('---') ? findHead(text) : null
  if (found?.kind !== 'head') return { head: '', body: text }
  const [gap = ''] = /^(?:\r?\n)?/.exec(text.slice(found.body, found.body + 2)) ?? []
  const end = found.body + gap.length
  return { head: text.slice(0, end), body: text.slice(end) }
}

/** Lines that do not touch merge as they stand, comments included; else the keys that changed are written into one of the two. */
function mergeHeads(base: string, ours: string, theirs: string): string | null {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  const [was, mine, other] = [dataOf(base), dataOf(ours), dataOf(theirs)]
  if (was === null || mine === null || other === null) return null
  const merged = mergeFields(was, mine, other)
  if (merged.kind === 'conflict') return null
  const says = (head: string) => sameValue(dataOf(head), merged.fields)
  const lines = mergeLines(base, ours, theirs)
  if (lines !== null && says(lines)) return lines
  for (const [kept, data, left] of [
    [ours, mine, theirs],
    [theirs, other, ours],
  ] as const) {
    const names = new Set([...Object.keys(data), ...Object.keys(merged.fields)])
    const changed = [...names].filter((name) => !sameValue(data[name], merged.fields[name]))
    const edited = edit(kept, Object.fromEntries(changed.map((name) => [name, merged.fields[name]])))
    if (edited !== null && says(edited) && keepsComments(base, left, edited)) return edited
  }
  return null
}

function dataOf(head: string): Readonly<Record<string, unknown>> | null {
  const read = readFrontmatter(Buffer.from(head))
  return read.kind === 'frontmatter' ? read.data : null
}

function edit(head: string, changes: Readonly<Record<string, unknown>>): string | null {
  try {
    return editFrontmatter(head, changes)
  } catch {
    // These values have no place in this frontmatter: a person finds one.
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
function keepsComments(base: string, version: string, result: string): boolean {
  const comments = (head: string) => head.split('\n').flatMap((line) => /(?:^|\s)#.*/.exec(line)?.[0].trim() ?? [])
  const before = comments(base)
  const after = comments(result)
  return comments(version).every((comment) => before.includes(comment) || after.includes(comment))
}

async function mergeTexts(
  base: string,
  ours: string,
  theirs: string,
  texts: Pick<TextWork, 'merge'>,
): Promise<string | null> {
  const merged = await texts.merge(base, ours, theirs)
  return merged.kind === 'merged' ? merged.text : null
}

/** Whether two files that can both be shown were merged into one that can't be shown, or only with a warning. */
function isWorse(path: string, versions: ReadonlyArray<Uint8Array>, merged: Buffer, timeZone: string): boolean {
  const { kind } = pathKind(path)
  if (!isContentType(kind)) return false
  const read = (bytes: Uint8Array) => {
    const text = readItemText(path, bytes, timeZone)
    return text.kind === 'item' ? text.item.warnings.map(({ message }) => message) : null
  }
  const [before, after] = [versions.map(read), read(merged)]
  if (before.includes(null)) return false
  const known = before.flatMap((warnings) => warnings ?? [])
  return after === null || after.some((message) => !known.includes(message))
}
