import type { Element } from 'hast'
import { rehype } from 'rehype'
import { SKIP, visit } from 'unist-util-visit'
import { absoluteAddress } from '../../platform/absolute-address.ts'

const parser = rehype().data('settings', {
  fragment: true,
  characterReferences: { useNamedReferences: true },
})

/** Attributes that are the address of something. */
const addresses = ['href', 'src', 'poster', 'cite']

/**
 * The rendered HTML of the page `pageUrl` for readers that show it elsewhere: every address is
 * absolute, and what needs the page's script is left out; the browser's own players stay.
 */
export function feedHtml(html: string, pageUrl: string): string {
  const tree = parser.parse(html)
  visit(tree, 'element', (element, index, parent) => {
    if (parent && index !== undefined && needsScript(element)) {
      parent.children.splice(index, 1)
      return [SKIP, index]
    }
    const { properties } = element
    for (const name of addresses) {
      const address = properties[name]
      if (typeof address === 'string') properties[name] = absoluteAddress(address, pageUrl)
    }
    if (typeof properties.srcSet === 'string')
      properties.srcSet = absoluteSources(properties.srcSet, pageUrl)
    return undefined
  })
  return parser.stringify(tree)
}

function needsScript({ tagName, properties }: Element): boolean {
  return (
    tagName === 'button' || tagName === 'sound-player' || properties.dataNeedsScript !== undefined
  )
}

/** The addresses of a `srcset`, which our renderer divides by a comma and a space. */
function absoluteSources(list: string, pageUrl: string): string {
  return list
    .split(/,\s+/)
    .map((source) => source.trim().replace(/^\S+/, (address) => absoluteAddress(address, pageUrl)))
    .join(', ')
}
