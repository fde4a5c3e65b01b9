import type { Node } from '@milkdown/kit/prose/model'
import { Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { embedOf } from '#domain/embeds.ts'

const key = new PluginKey<DecorationSet>('embed-cards')

/**
 * Shows a paragraph that consists of a link to a video or track as the card that the page makes of
 * it. It stays an editable paragraph.
 */
export const embedCards = $prose(
  () =>
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_config, { doc }) => cardsIn(doc),
        apply: (tr, cards) => (tr.docChanged ? cardsIn(tr.doc) : cards),
      },
      props: { decorations: (state) => key.getState(state) },
    }),
)

function cardsIn(doc: Node): DecorationSet {
  const cards: Array<Decoration> = []
  doc.descendants((node, pos) => {
    if (node.type.name !== 'paragraph') return true
    const address = onlyLink(node)
    const embed = address === null ? null : embedOf(address)
    if (embed) {
      const then = embed.player
        ? 'on the page, it plays after a press'
        : `on the page, a link to ${embed.host}`
      const attributes = {
        class: 'editor-embed',
        'data-embed': `${embed.what} on ${embed.host}: ${then}`,
      }
      cards.push(Decoration.node(pos, pos + node.nodeSize, attributes))
    }
    return false
  })
  return DecorationSet.create(doc, cards)
}

/** The address of the one link that a paragraph consists of; null for any other paragraph. */
function onlyLink(paragraph: Node): string | null {
  const addresses = new Set<unknown>()
  paragraph.forEach((part) => {
    addresses.add(
      part.isText ? part.marks.find((mark) => mark.type.name === 'link')?.attrs.href : null,
    )
  })
  const [address] = addresses
  return addresses.size === 1 && typeof address === 'string' ? address : null
}

/** Marks an empty editor, so that the stylesheet shows the placeholder. */
export const placeholderPlugin = $prose(
  () =>
    new Plugin({
      props: {
        attributes({ doc }): Record<string, string> {
          const only = doc.childCount === 1 ? doc.firstChild : null
          return only?.type.name === 'paragraph' && only.content.size === 0
            ? { 'data-empty': '' }
            : {}
        },
      },
    }),
)
