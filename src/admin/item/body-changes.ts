import { findHunks } from '#domain/markdown/align.ts'

/** A run of equal blocks of two texts, or of blocks that differ. */
export type BodyChange = { kind: 'same'; text: string } | { kind: 'changed'; before: string; after: string }

/** Compares two Markdown texts block by block; empty lines separate blocks. */
export function bodyChanges(before: string, after: string): Array<BodyChange> {
  const [old, now] = [blocksOf(before), blocksOf(after)]
  const changes: Array<BodyChange> = []
  let at = 0
  const same = (end: number) => {
    if (end > at) changes.push({ kind: 'same', text: old.slice(at, end).join('\n\n') })
  }
  for (const { start, end, otherStart, otherEnd } of findHunks(old, now)) {
    same(start)
    changes.push({ kind: 'changed', before: joined(old, start, end), after: joined(now, otherStart, otherEnd) })
    at = end
  }
  same(old.length)
  return changes
}

function blocksOf(text: string): Array<string> {
  return text.split(/\n[ \t]*\n+/).filter((block) => block.trim() !== '')
}

function joined(blocks: ReadonlyArray<string>, start: number, end: number): string {
  return blocks.slice(start, end).join('\n\n')
}
