import type { Element, ElementContent, Root } from 'hast'
import { embedOf } from './embeds.ts'
import { watchAddress } from './watch-address.ts'

/**
 * Puts the addresses of players in their places, each alone in a paragraph, which the site shows as
 * a card. A frame that shows no known player, such as an advertisement, goes. Changes the tree in
 * place.
 */
export function playersToAddresses(node: Root | Element): void {
  node.children = (node.children as Array<ElementContent>).flatMap(
    (child): Array<ElementContent> => {
      if (child.type !== 'element') return [child]
      const isMedium = /^(?:audio|video)$/.test(child.tagName)
      if (!isMedium && !/^(?:iframe|embed)$/.test(child.tagName)) {
        playersToAddresses(child)
        return [child]
      }
      const address = addressOf(child)
      if (!/^https?:/i.test(address) || !(isMedium || embedOf(address))) return []
      const link: Element = {
        ...element('a', [{ type: 'text', value: address }]),
        properties: { href: address },
      }
      return [element('p', [link])]
    },
  )
}

function addressOf({ properties, children }: Element): string {
  const source = children.find((child) => child.type === 'element' && child.tagName === 'source')
  const inside = source?.type === 'element' ? source.properties.src : undefined
  return watchAddress(String(properties.src ?? inside ?? ''))
}

/** An element without attributes. */
export function element(tagName: string, children: Array<ElementContent>): Element {
  return { type: 'element', tagName, properties: {}, children }
}
