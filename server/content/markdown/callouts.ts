import type { Root as HastRoot } from 'hast'
import type { Root as MdastRoot } from 'mdast'
import { visit } from 'unist-util-visit'
import { type CalloutKind, calloutKinds } from '#domain/body-format.ts'
import { h } from '#domain/html-tree.ts'
import type { BodyTextKey } from '#domain/site/texts/en-server.ts'
import type { BodyTextOf } from './body-texts.ts'

const marker = new RegExp(`^\\[!(${calloutKinds.join('|')})\\][ \\t]*(?:\\n|$)`, 'i')

const titles: Record<CalloutKind, BodyTextKey> = {
  note: 'calloutNote',
  tip: 'calloutTip',
  important: 'calloutImportant',
  warning: 'calloutWarning',
  caution: 'calloutCaution',
}

/**
 * Remark plugin: marks quotes that begin with a line `[!TIP]` and takes that line away. As on
 * GitHub, a quote without other content stays a quote, and so does one whose bracket is escaped.
 */
export function remarkCallouts() {
  return (tree: MdastRoot, file: { value: unknown }) => {
    visit(tree, 'blockquote', (quote) => {
      const paragraph = quote.children[0]
      const first = paragraph?.type === 'paragraph' ? paragraph.children[0] : undefined
      if (paragraph?.type !== 'paragraph' || first?.type !== 'text') return
      const match = marker.exec(first.value)
      const source = String(file.value).slice(
        first.position?.start.offset,
        first.position?.end.offset,
      )
      if (!match || !source.startsWith('[!')) return
      const rest = first.value.slice(match[0].length)
      const following = paragraph.children.slice(1)
      // Two spaces after `[!TIP]` make a `break` node.
      if (!rest && following[0]?.type === 'break') following.shift()
      else if (!rest && following.length > 0 && !match[0].endsWith('\n')) return
      if (!rest && following.length === 0 && quote.children.length === 1) return
      paragraph.children = rest ? [{ ...first, value: rest }, ...following] : following
      if (paragraph.children.length === 0) quote.children.shift()
      quote.data = { ...quote.data, hProperties: { dataCallout: match[1]?.toLowerCase() } }
    })
  }
}

/**
 * Builds `<aside class="callout callout-tip">` with a title from the marked quotes of a clean tree.
 */
export function buildCallouts(tree: HastRoot, text: BodyTextOf): void {
  visit(tree, 'element', (element) => {
    const kind = element.properties.dataCallout as CalloutKind | undefined
    if (element.tagName !== 'blockquote' || !kind) return
    element.tagName = 'aside'
    // Without this role each callout would be a landmark of the page (`complementary`).
    element.properties = {
      className: ['callout', `callout-${kind}`],
      role: 'note',
      ariaLabel: text(titles[kind]),
    }
    element.children.unshift(h('p', { className: ['callout-title'] }, text(titles[kind])))
  })
}
