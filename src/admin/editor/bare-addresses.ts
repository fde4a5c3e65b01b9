import type { Node } from '@milkdown/kit/prose/model'
import { Plugin, PluginKey, type Transaction } from '@milkdown/kit/prose/state'
import { ReplaceStep } from '@milkdown/kit/prose/transform'
import { $prose } from '@milkdown/kit/utils'
import { withoutSentenceSigns } from './links/own-address.ts'
import { linksIn, type TextLink } from './links/text-links.ts'

/**
 * Text that was typed directly behind a link whose text is its address, and without a pause
 * elsewhere.
 */
interface TypedBehind {
  from: number
  to: number
}

const key = new PluginKey<TypedBehind | null>('bareAddresses')

/**
 * Keeps links whose text is their own address up to date: text typed into or directly after one
 * also changes its target, and a text that is no address any more loses the link. Text that stood
 * behind it never becomes a part of it. Links with other text keep their target, also those to the
 * same address.
 */
export const bareAddresses = $prose(
  () =>
    new Plugin<TypedBehind | null>({
      key,
      state: {
        init: () => null,
        apply: (tr, behind, before) =>
          tr.getMeta(key) ??
          (tr.docChanged ? typedBehind(tr, before.doc, behind) : tr.selectionSet ? null : behind),
      },
      appendTransaction(transactions, before, state) {
        if (!transactions.some(({ docChanged }) => docChanged)) return null
        const tr = state.tr
        const behind = key.getState(state)
        if (behind) extendLink(tr, behind)
        else followChanges(tr, before.doc, transactions)
        return tr.docChanged ? tr : null
      },
    }),
)

/**
 * What stands behind a link after a change: the text that it inserted there, or behind what was
 * typed there before.
 */
function typedBehind(
  tr: Transaction,
  before: Node,
  behind: TypedBehind | null,
): TypedBehind | null {
  const step = tr.steps.length === 1 ? tr.steps[0] : undefined
  if (!(step instanceof ReplaceStep) || step.from !== step.to) return null
  const { size, content, openStart } = step.slice
  const typed = content.childCount === 1 && openStart === 0 ? content.firstChild : null
  if (!typed?.isText || typed.marks.some(({ type }) => type.name === 'link')) return null
  if (step.from === behind?.to) return { from: behind.from, to: behind.to + size }
  const link = linksIn(before, step.from, step.from).find(({ to }) => to === step.from)
  return link && prefixOf(link) !== null ? { from: link.to, to: link.to + size } : null
}

/**
 * Extends the link before a typed text over what continues its address; punctuation waits for what
 * follows it.
 */
function extendLink(tr: Transaction, { from, to }: TypedBehind) {
  const link = linksIn(tr.doc, from, from).find((link) => link.to === from)
  const prefix = link ? prefixOf(link) : null
  if (!link || prefix === null) return
  const typed = tr.doc.textBetween(from, to, undefined, ' ')
  const [word = ''] = /^[^\s<]*/.exec(typed) ?? []
  const more = withoutSentenceSigns(link.text + word).slice(link.text.length)
  if (more === '' || !isAddress(link.text + more, prefix)) return
  lead(tr, link, prefix, link.text + more)
  tr.setMeta(key, { from: from + more.length, to })
}

/** Gives links whose own text changed the address that they show. */
function followChanges(tr: Transaction, before: Node, transactions: ReadonlyArray<Transaction>) {
  const from = before.content.findDiffStart(tr.doc.content)
  const ends = before.content.findDiffEnd(tr.doc.content)
  if (from === null || !ends) return
  const at = (position: number, side: -1 | 1) =>
    transactions.reduce((mapped, { mapping }) => mapping.map(mapped, side), position)
  const bare = linksIn(before, from, Math.max(from, ends.a))
    .filter((link) => prefixOf(link) !== null)
    .map(({ from, to, href }) => ({ from: at(from, 1), to: at(to, -1), href }))
    .filter(({ from, to }) => from < to)
  for (const link of linksIn(tr.doc, from, Math.max(from, ends.b)))
    if (bare.some(({ from, to, href }) => href === link.href && link.from < to && link.to > from))
      follow(tr, link)
}

/**
 * The prefix of a link's target before its text: empty, `mailto:` or `http://`. Null when the text
 * is not the address of that target.
 */
function prefixOf({ text, href }: TextLink): string | null {
  return (
    ['', 'mailto:', 'http://'].find(
      (prefix) => prefix + text === href && isAddress(text, prefix),
    ) ?? null
  )
}

/** Uses the rules of GitHub's Markdown for autolinks (GFM 0.29, section 6.9). */
function isAddress(text: string, prefix: string): boolean {
  if (prefix === 'mailto:') return /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/.test(text)
  return prefix === 'http://' ? /^www\.[^\s<]+$/i.test(text) : /^https?:\/\/[^\s<]+$/i.test(text)
}

function follow(tr: Transaction, link: TextLink) {
  const { href, text } = link
  if (prefixOf(link) !== null) return
  const prefix =
    ['mailto:', 'http://'].find((start) => href.startsWith(start) && !text.startsWith(start)) ?? ''
  const [address = ''] = /^[^\s<]*/.exec(text) ?? []
  lead(tr, link, prefix, isAddress(address, prefix) ? address : '')
}

/** Links an address at the start of a link in place of it; nothing without one. */
function lead(tr: Transaction, { from, to, mark }: TextLink, prefix: string, address: string) {
  tr.removeMark(from, to, mark.type)
  const link = mark.type.create({ ...mark.attrs, href: prefix + address })
  if (address !== '') tr.addMark(from, from + address.length, link)
}
