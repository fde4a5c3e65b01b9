import { formatPatch, OMIT_HEADERS, type StructuredPatchHunk, structuredPatch } from 'diff'

/** Texts that differ in more lines take too long to compare: the time grows with their square. */
const mostLines = 4_000

/**
 * The unified diff of two texts without a header: hunks of lines that begin with a space, `-` or
 * `+`.
 */
export function unifiedDiff(before: string, after: string): string {
  const hunks = hunksOf(before, after, mostLines)
  return hunks ? textOf(hunks) : wholeDiff(before, after)
}

/** A diff in which every line counts as changed, without a comparison. */
export function wholeDiff(before: string, after: string): string {
  const [gone, come] = [hunksOf(before, '')?.[0], hunksOf('', after)?.[0]]
  if (!gone || !come) return textOf([gone ?? come ?? []].flat())
  const { newStart, newLines, lines } = come
  return textOf([{ ...gone, newStart, newLines, lines: [...gone.lines, ...lines] }])
}

const hunksOf = (before: string, after: string, maxEditLength = Number.POSITIVE_INFINITY) =>
  structuredPatch('', '', before, after, undefined, undefined, { context: 3, maxEditLength })?.hunks

function textOf(hunks: Array<StructuredPatchHunk>): string {
  const files = { oldFileName: '', newFileName: '', oldHeader: undefined, newHeader: undefined }
  return hunks.length === 0 ? '' : formatPatch({ ...files, hunks }, OMIT_HEADERS)
}
