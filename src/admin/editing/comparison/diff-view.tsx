import { useMemo } from 'react'
import { type TextPart, wordChanges } from '../../documents/conflict/word-changes.ts'

type ShownLine = DiffLine & { parts: ReadonlyArray<TextPart> }

/** A diff line by line, with changed words marked in rewritten lines. */
export function DiffView({ diff }: { diff: string }) {
  const lines = useMemo(() => withWords(readDiff(diff)), [diff])
  if (lines.length === 0) return <p className="text-muted">The text is the same as before.</p>
  return (
    <ol
      className="py-2 border border-line rounded-card font-mono text-13/[1.55] overflow-hidden"
      data-part="diff"
    >
      {lines.map((line, index) => (
        <li
          className="grid grid-cols-[2.75rem_minmax(0,1fr)] pe-3 ps-1 data-[kind=gap]:h-3.5
            data-[kind=gap]:my-1 data-[kind=gap]:border-y data-[kind=gap]:border-dashed
            data-[kind=gap]:border-line data-[kind=gap]:bg-sunk data-[kind=added]:bg-line-added
            data-[kind=removed]:bg-line-removed"
          // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
          key={index}
          data-kind={line.kind}
        >
          {line.kind !== 'gap' && (
            <>
              <span className="pe-3 text-end text-muted select-none" aria-hidden="true">
                {line.line}
              </span>
              {line.kind !== 'same' && (
                <span className="sr-only">{line.kind === 'added' ? 'Added: ' : 'Removed: '}</span>
              )}
              <span
                className="min-h-[1.55em] wrap-anywhere whitespace-pre-wrap before:text-muted
                  in-data-[kind=added]:before:content-['+_']
                  in-data-[kind=removed]:before:content-['−_']"
              >
                <Parts parts={line.parts} />
              </span>
            </>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Text with its changed parts marked. */
export function Parts({ parts }: { parts: ReadonlyArray<TextPart> }) {
  return parts.map(({ text, changed }, index) =>
    changed ? (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
        key={index}
        className="rounded-[2px] bg-word-added text-inherit in-data-[kind=removed]:bg-word-removed
          in-data-[side=before]:bg-word-removed"
      >
        {text}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
      <span key={index}>{text}</span>
    ),
  )
}

/**
 * Compares removed lines word by word with the added lines that follow, when both have the same
 * number.
 */
function withWords(lines: ReadonlyArray<DiffLine>): Array<ShownLine> {
  const shown: Array<ShownLine> = lines.map((line) => ({
    ...line,
    parts: [{ text: line.text, changed: false }],
  }))
  for (let at = 0; at < shown.length; ) {
    const removed = run(shown, at, 'removed')
    const added = run(shown, at + removed, 'added')
    if (removed > 0 && removed === added)
      for (let index = at; index < at + removed; index += 1) {
        const [before, after] = [shown[index]!, shown[index + removed]!]
        const changes = wordChanges(before.text, after.text)
        before.parts = changes.before
        after.parts = changes.after
      }
    at += Math.max(1, removed + added)
  }
  return shown
}

function run(lines: ReadonlyArray<DiffLine>, from: number, kind: DiffLine['kind']): number {
  let length = 0
  while (lines[from + length]?.kind === kind) length += 1
  return length
}

/**
 * A line of a diff. `line` is its number in the old version when removed, otherwise in the new one;
 * null for a gap.
 */
interface DiffLine {
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
