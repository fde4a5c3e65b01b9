import type { Element, Root } from 'hast'
import { embedOf } from './embeds.ts'
import { changeElements, elementsIn, h } from './html-tree.ts'
import { watchAddress } from './watch-address.ts'

/**
 * Puts the addresses of players in their places, each alone in a paragraph, which the site shows as
 * a card. A frame that shows no known player, such as an advertisement, goes. Changes the tree in
 * place.
 */
export function playersToAddresses(node: Root | Element): void {
  changeElements(node, (child) => {
    const isMedium = /^(?:audio|video)$/.test(child.tagName)
    if (!isMedium && !/^(?:iframe|embed)$/.test(child.tagName)) {
      playersToAddresses(child)
      return child
    }
    const address = addressOf(child)
    if (!/^https?:/i.test(address) || !(isMedium || embedOf(address))) return []
    return h('p', {}, h('a', { href: address }, address))
  })
}

function addressOf(player: Element): string {
  const source = elementsIn(player).find(({ tagName }) => tagName === 'source')
  return watchAddress(String(player.properties.src ?? source?.properties.src ?? ''))
}
