import type { Mark, Node } from '@milkdown/kit/prose/model'
import { Plugin, type Transaction } from '@milkdown/kit/prose/state'
import { $prose } from '@milkdown/kit/utils'

/** A link in a textblock; offsets are document positions. */
interface LinkRange {
  from: number
  to: number
  text: string
  mark: Mark
}

/**
 * Keeps links whose text is their own address up to date: text typed into or directly after one also changes its
 * target, and a text that is no address any more loses the link. Links with other text keep their target, also those to
 * the same address.
 */
export const bareAddresses = $prose(
  () =>
    new Plugin({
      appendTransaction(transactions, before, state) {
        if (!transactions.some(({ docChanged }) => docChanged)) return null
        const from = before.doc.content.findDiffStart(state.doc.content)
        const ends = before.doc.content.findDiffEnd(state.doc.content)
        if (from === null || !ends) return null
        const at = (position: number, side: -1 | 1) =>
          transactions.reduce((mapped, { mapping }) => mapping.map(mapped, side), position)
        const bare = linksIn(before.doc, from, Math.max(from, ends.a))
          .filter(({ text, mark }) => prefixOf(text, mark.attrs.href) !== null)
          .map(({ from, to, mark }) => ({ from: at(from, 1), to: at(to, -1), href: mark.attrs.href }))
          .filter(({ from, to }) => from < to)
        if (bare.length === 0) return null
        const tr = state.tr
        for (const link of linksIn(state.doc, from, Math.max(from, ends.b)))
          if (bare.some(({ from, to, href }) => href === link.mark.attrs.href && link.from < to && link.to > from))
            follow(tr, link, from)
        return tr.steps.length > 0 ? tr : null
      },
    }),
)

/** All links in the textblocks that a range touches. */
function linksIn(doc: Node, from: number, to: number): Array<LinkRange> {
  const links: Array<LinkRange> = []
  doc.nodesBetween(Math.max(0, from - 1), Math.min(doc.content.size, to + 1), (block, start) => {
    if (!block.isTextblock) return true
    block.forEach((child, offset) => {
      const mark = child.marks.find(({ type }) => type.name === 'link')
      if (!mark || !child.isText) return
      const at = start + 1 + offset
      const last = links.at(-1)
      if (last?.to === at && last.mark.eq(mark)) {
        last.to += child.nodeSize
        last.text += child.text ?? ''
      } else links.push({ from: at, to: at + child.nodeSize, text: child.text ?? '', mark })
    })
    return false
  })
  return links
}

/**
 * The prefix of a target before the text of its link: empty, `mailto:` or `http://`. Null when the text is not the
 * address of that target.
 */
function prefixOf(text: string, href: unknown): string | null {
  return ['', 'mailto:', 'http://'].find((prefix) => prefix + text === href && isAddress(text, prefix)) ?? null
}

/** Uses the rules of GitHub's Markdown for autolinks (GFM 0.29, section 6.9). */
function isAddress(text: string, prefix: string): boolean {
  if (prefix === 'mailto:') return /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)
  return prefix === 'http://' ? /^www\.[^\s<]+$/i.test(text) : /^https?:\/\/[^\s<]+$/i.test(text)
}

function follow(tr: Transaction, link: LinkRange, changedAt: number): void {
  const { from, to, text, mark } = link
  const href = String(mark.attrs.href)
  const [behind = ''] = /^[^\s<]*/.exec(plainTextBehind(tr.doc, to)) ?? []
  const typedBehind = changedAt >= to && changedAt <= to + behind.length
  if (prefixOf(text, href) !== null && !typedBehind) return
  const prefix = ['mailto:', 'http://'].find((start) => href.startsWith(start) && !text.startsWith(start)) ?? ''
  const [word = ''] = /^[^\s<]*/.exec(text + (typedBehind ? behind : '')) ?? []
  const address = word.slice(0, endOfAddress(word, text.length))
  if (address === text && prefix + text === href) return
  tr.removeMark(from, Math.max(to, from + address.length), mark.type)
  if (isAddress(address, prefix))
    tr.addMark(from, from + address.length, mark.type.create({ ...mark.attrs, href: prefix + address }))
}

/** The length of the address in a word; punctuation after it belongs to the sentence unless it was linked before. */
function endOfAddress(word: string, linked: number): number {
  let end = word.length
  while (end > linked && '?!.,:;*_~\'")'.includes(word.charAt(end - 1))) end -= 1
  return end
}

/** The unformatted text directly after a position, within its textblock. */
function plainTextBehind(doc: Node, at: number): string {
  const { nodeAfter } = doc.resolve(at)
  return nodeAfter?.isText && nodeAfter.marks.length === 0 ? (nodeAfter.text ?? '') : ''
}
