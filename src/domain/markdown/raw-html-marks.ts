import type { Html } from 'mdast'
import { commonItems } from './align.ts'
import { voidElements } from './html-body.ts'
import { htmlTokens } from './html-tokens.ts'
import { exactKey, rawHtmlOf, type ShownText } from './raw-html.ts'
import { type Replacement, replaced } from './source.ts'

/** Two versions of an HTML text with marks for the file's blocks of HTML, and their sources. */
export interface MarkedHtml {
  shown: string
  edited: string
  sources: ReadonlyArray<string>
}

/** The property of a mark, whose value is an index of `sources`. */
export const markProperty = 'dataHtmlOfFile'

/**
 * Puts a mark for each of the file's blocks of HTML that both versions have unchanged: converted to
 * Markdown, it is again what stands in the file. The blocks with the tags of one element are marked
 * together or not at all.
 */
export function withRawHtmlMarks(base: ShownText, edited: string): MarkedHtml {
  const raw = rawHtmlOf(base)
  if (!raw) return { shown: base.shown, edited, sources: [] }
  const { file, before, places } = raw
  const now = htmlTokens(edited)
  const same = new Map(commonItems(before.map(exactKey), now.map(exactKey)))
  const inShown: Array<Replacement> = []
  const inEdited: Array<Replacement> = []
  const sources: Array<string> = []
  const blocks = rangesOf(before.map((_, index) => file[places.get(index) ?? -1]?.block))
  for (const group of elementsOf(blocks)) {
    const isWhole = group.every(({ start, end }) => {
      const first = same.get(start)
      if (first === undefined) return false
      return before.slice(start, end).every((_, index) => same.get(start + index) === first + index)
    })
    if (!isWhole) continue
    for (const { start, end, block } of group) {
      const mark = `<hr data-html-of-file="${sources.length}">`
      const [first, last] = [now[same.get(start)!]!, now[same.get(end - 1)!]!]
      sources.push(block.value)
      inShown.push({ from: before[start]!.start, to: before[end - 1]!.end, text: mark })
      inEdited.push({ from: first.start, to: last.end, text: mark })
    }
  }
  return {
    shown: replaced(inShown, base.shown.length, (from, to) => base.shown.slice(from, to)),
    edited: replaced(inEdited, edited.length, (from, to) => edited.slice(from, to)),
    sources,
  }
}

interface BlockRange {
  block: Html
  start: number
  end: number
}

/** The range of each block, from its first token to its last one. */
function rangesOf(blocks: ReadonlyArray<Html | undefined>): Array<BlockRange> {
  const ranges: Array<BlockRange> = []
  for (const [index, block] of blocks.entries()) {
    if (!block) continue
    const last = ranges.at(-1)
    if (last?.block === block) last.end = index + 1
    else ranges.push({ block, start: index, end: index + 1 })
  }
  return ranges
}

/** Elements that may lack their closing tag. */
const mayStayOpen = /^(?:p|li|d[td]|t[rdh]|thead|tbody|tfoot|colgroup|r[tp])$/

/** The runs of blocks that have both tags of each of their elements. */
function elementsOf(ranges: ReadonlyArray<BlockRange>): Array<Array<BlockRange>> {
  const groups: Array<Array<BlockRange>> = []
  let group: Array<BlockRange> = []
  let depth = 0
  for (const range of ranges) {
    group.push(range)
    for (const { kind, name } of htmlTokens(range.block.value))
      if (kind !== 'text' && !voidElements.has(name) && !mayStayOpen.test(name))
        depth += kind === 'start' ? 1 : -1
    if (depth > 0) continue
    groups.push(group)
    group = []
    depth = 0
  }
  return groups
}
