/**
 * A line of a diff. `line` is its number in the old version when removed, otherwise in the new one;
 * null for a gap.
 */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed' | 'gap'
  line: number | null
  text: string
}

/** Parses a unified diff without file headers, as the API returns it; a gap separates hunks. */
export function readDiff(diff: string): Array<DiffLine> {
  const lines: Array<DiffLine> = []
  let [before, after] = [1, 1]
  for (const text of diff.split('\n')) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(text)
    if (hunk) {
      if (lines.length > 0 || Number(hunk[2]) > 1) lines.push({ kind: 'gap', line: null, text: '' })
      before = Number(hunk[1])
      after = Number(hunk[2])
    } else if (text.startsWith('+'))
      lines.push({ kind: 'added', line: after++, text: text.slice(1) })
    else if (text.startsWith('-'))
      lines.push({ kind: 'removed', line: before++, text: text.slice(1) })
    else if (text.startsWith(' ')) {
      lines.push({ kind: 'same', line: after++, text: text.slice(1) })
      before += 1
    }
  }
  return lines
}
