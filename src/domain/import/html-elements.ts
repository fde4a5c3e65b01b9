import type { Element } from 'hast'
import { h } from '../html-tree.ts'
import { isRecord } from '../is-record.ts'

/** The data that Substack puts beside an element. */
export function dataOf(node: Element): Record<string, unknown> {
  try {
    const data: unknown = JSON.parse(String(node.properties.dataAttrs ?? '{}'))
    return isRecord(data) ? data : {}
  } catch {
    // Not Substack's own attribute.
    return {}
  }
}

/** A sound as this site writes one: a picture of it, alone in a paragraph. */
export const sound = (address: string, title: string) =>
  h('p', {}, h('img', { src: address, alt: title }))

/** A link alone in a paragraph, which the site shows as a player. */
export const alone = (address: string, words = '') =>
  h('p', {}, h('a', { href: address }, words || address))

/**
 * The picture at its largest: Substack and lazy loading put the address of the whole picture into
 * attributes of their own.
 */
export function picture(node: Element): Element {
  const { src, alt, dataSrc, dataLazySrc, dataOrigSrc } = node.properties
  const own = dataOf(node).src
  const isPlaceholder = /^data:/.test(String(src ?? 'data:'))
  const address =
    own ?? (isPlaceholder ? (dataSrc ?? dataLazySrc ?? dataOrigSrc ?? src) : src) ?? ''
  return h('img', { src: String(address), alt: String(alt ?? '') })
}
