import type { ListItem } from 'mdast'
import type { PreserveContext } from './preserve-context.ts'
import { columnBehind, continuation } from './source.ts'

/**
 * Where a list begins that is new in an item of the file: as far to the right as the file's other
 * lists in items, if it is one of the item there (CommonMark 0.31, section 5.2). `text` is what
 * begins the lines of the item's text.
 */
export function placeOfNewList(item: ListItem, text: string, { source, style }: PreserveContext) {
  const own = continuation(source.lead(item))
  const lead = own + (style.nestedIndent ?? '')
  const [column, least] = [columnBehind(lead), columnBehind(text)]
  const isWithin = style.nestedIndent !== null && column >= least && column < least + 4
  return { lead: isWithin ? lead : text, gap: style.nestedGap ? 1 : 0 }
}

/** A list that was written with markers of four columns, with tabs in place of their spaces. */
export function withTabs(list: string): string {
  return list
    .replace(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
    .replace(/^(\t*(?:[-*+]|\d{1,2}[.)])) {1,3}(?=\S)/gm, '$1\t')
}

/** The white space behind the marker of a new item: as in the list. */
export function spaceBehindMarker(list: string): string {
  const [, space = ''] = /^(?:\d*[.)]|[-*+])([ \t]*)/.exec(list) ?? []
  return /^(?: {1,4}|\t)$/.test(space) ? space : ' '
}
