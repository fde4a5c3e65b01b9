import { findHunks, type Hunk } from '#domain/markdown/align.ts'

/** The number of unchanged lines around a change. */
const context = 3
/**
 * The unified diff of two texts without a header: hunks of lines that begin with a space, `-` or
 * `+`.
 */
export function unifiedDiff(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)]
  return grouped(findHunks(old, now))
    .map((group) => groupText(group, old, now))
    .join('')
}

/** A diff in which every line counts as changed, without a comparison. */
export function wholeDiff(before: string, after: string): string {
  const [old, now] = [linesOf(before), linesOf(after)]
  return groupText([{ start: 0, end: old.length, otherStart: 0, otherEnd: now.length }], old, now)
}

/** Hunks whose context lines touch become one. */
function grouped(hunks: ReadonlyArray<Hunk>): Array<Array<Hunk>> {
  const groups: Array<Array<Hunk>> = []
  for (const hunk of hunks) {
    const last = groups.at(-1)?.at(-1)
    if (last && hunk.start - last.end <= 2 * context) groups.at(-1)?.push(hunk)
    else groups.push([hunk])
  }
  return groups
}

function groupText(
  group: ReadonlyArray<Hunk>,
  old: ReadonlyArray<string>,
  now: ReadonlyArray<string>,
): string {
  const [first, last] = [group[0]!, group.at(-1)!]
  const start = Math.max(0, first.start - context)
  const end = Math.min(old.length, last.end + context)
  const otherStart = first.otherStart - (first.start - start)
  const otherLength = last.otherEnd + (end - last.end) - otherStart
  const lines: Array<string> = []
  const add = (mark: string, part: ReadonlyArray<string>) => {
    for (const line of part)
      lines.push(
        line.endsWith('\n') ? mark + line : `${mark}${line}\n\\ No newline at end of file\n`,
      )
  }
  let at = start
  for (const hunk of group) {
    add(' ', old.slice(at, hunk.start))
    add('-', old.slice(hunk.start, hunk.end))
    add('+', now.slice(hunk.otherStart, hunk.otherEnd))
    at = hunk.end
  }
  add(' ', old.slice(at, end))
  return `@@ -${range(start, end - start)} +${range(otherStart, otherLength)} @@\n${lines.join('')}`
}

function range(start: number, length: number): string {
  const line = length === 0 ? start : start + 1
  return length === 1 ? `${line}` : `${line},${length}`
}

/** The lines of a text with their line ends; the last line may have none. */
function linesOf(text: string): Array<string> {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}
