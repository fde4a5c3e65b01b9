import type { Node } from '@milkdown/kit/prose/model'
import { Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { toMarkdown } from 'mdast-util-to-markdown'
import { embedOf } from '#domain/embeds.ts'
import { isSoundAddress } from '#domain/sound.ts'
import { element } from './views/dom.ts'

const key = new PluginKey<DecorationSet>('text-cards')

/**
 * Shows a paragraph that consists of a link to a video or track, or that compares sounds, as the
 * card that the page makes of it. It stays an editable paragraph.
 */
export const textCards = (playerOf: PlayerOf) =>
  $prose(
    () =>
      new Plugin<DecorationSet>({
        key,
        state: {
          init: (_config, { doc }) => cardsIn(doc, playerOf),
          apply: (tr, cards) => (tr.docChanged ? cardsIn(tr.doc, playerOf) : cards),
        },
        props: { decorations: (state) => key.getState(state) },
      }),
  )

/** The player of the page for sounds in Markdown, as HTML; null where none is offered. */
type PlayerOf = (sounds: string) => Promise<string> | null | undefined

function cardsIn(doc: Node, playerOf: PlayerOf): DecorationSet {
  const cards: Array<Decoration> = []
  doc.descendants((node, pos) => {
    if (node.type.name !== 'paragraph') return true
    const end = pos + node.nodeSize
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
      cards.push(Decoration.node(pos, end, attributes))
    }
    const sounds = soundsIn(node)
    if (sounds.length > 1)
      cards.push(
        Decoration.node(pos, end, { 'data-compare': '' }),
        Decoration.widget(end, () => comparisonOf(playerOf(sounds.join(' '))), {
          key: sounds.join('\n'),
          side: -1,
          stopEvent: () => true,
          ignoreSelection: true,
        }),
      )
    return false
  })
  return DecorationSet.create(doc, cards)
}

/** The sounds of a paragraph, as Markdown. */
function soundsIn(paragraph: Node): Array<string> {
  const sounds: Array<string> = []
  paragraph.forEach(({ type, attrs: { src, alt, title } }) => {
    if (type.name !== 'image' || !isSoundAddress(src)) return
    sounds.push(toMarkdown({ type: 'image', url: src, alt, title: title || null }).trim())
  })
  return sounds
}

/** The place of a player; empty while the server can't be reached. */
function comparisonOf(player: ReturnType<PlayerOf>): HTMLElement {
  const place = element('div', { contentEditable: 'false' }, { part: 'comparison' })
  player?.then(
    (html) => {
      place.innerHTML = html
    },
    (error: unknown) => console.warn(error),
  )
  return place
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
