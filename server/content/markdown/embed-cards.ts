import type { Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { visit } from 'unist-util-visit'
import { type Embed, embedOf } from '#domain/embeds.ts'
import { h } from '#domain/html-tree.ts'
import type { BodyTextKey } from '#domain/site/texts/en-server.ts'
import type { BodyTextOf } from './body-texts.ts'

const names: Record<Embed['what'], BodyTextKey> = {
  Video: 'embedVideo',
  Track: 'embedTrack',
  Album: 'embedAlbum',
  Playlist: 'embedPlaylist',
}

/**
 * Makes cards of the links to videos and tracks that stand alone in a paragraph of a sanitised
 * tree. The player is loaded after a press, by the page's script. Returns the origins of the
 * players, which the page's policy has to allow.
 */
export function buildEmbeds(tree: Root, say: BodyTextOf): Array<string> {
  const origins = new Set<string>()
  visit(tree, 'element', (paragraph, index, parent) => {
    if (paragraph.tagName !== 'p' || index === undefined || !parent) return
    const [link, ...others] = paragraph.children.filter(
      (child) => child.type !== 'text' || child.value.trim() !== '',
    )
    if (link?.type !== 'element' || link.tagName !== 'a' || others.length > 0) return
    const embed = embedOf(String(link.properties.href ?? ''))
    if (!embed) return
    const { host, what, player } = embed
    const words = textOf(link).replace(/\s+/g, ' ').trim()
    const title = words.replace(/^https?:\/\/(?:www\.)?/, '')
    const name = say(names[what], { host })
    const card = h(
      'div',
      { className: ['embed'] },
      h('p', { className: ['embed-name'] }, name),
      h('p', { className: ['embed-title'] }, title || name),
    )
    if (player) {
      const { origin, hostname } = new URL(player)
      origins.add(origin)
      const play = {
        type: 'button',
        className: ['btn', 'embed-play'],
        dataPlayer: player,
        dataNeedsScript: '',
      }
      card.children.push(
        h(
          'button',
          {
            ...play,
            title: say('embedLoad', { host: hostname }),
            ariaLabel: say('embedPlayNamed', { title: title || name }),
            dataTitle: title || name,
          },
          say('embedPlay'),
        ),
      )
    }
    card.children.push(
      h(
        'p',
        { className: ['embed-link'] },
        {
          ...link,
          children: [{ type: 'text', value: say('embedOpen', { host }) }],
        },
      ),
    )
    if (player)
      card.children.push(
        h('p', { className: ['embed-note'], dataNeedsScript: '' }, say('embedNote', { host })),
      )
    parent.children[index] = card
  })
  return [...origins]
}
