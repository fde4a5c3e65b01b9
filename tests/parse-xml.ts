import { SaxesParser } from 'saxes'

/** An element of an XML document. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Array<Element>
  /** Its own text, with entities resolved. */
  text: string
}

/**
 * Parses a document with a parser that takes nothing but well-formed XML 1.0. Throws at its first
 * fault.
 */
export function parseXml(source: string): Element {
  const document: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [document]
  const parser = new SaxesParser()
  const addText = (text: string) => {
    const current = open.at(-1)
    if (current) current.text += text
  }
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('error', (error) => {
    throw error
  })
  parser.write(source).close()
  return document.children[0] as Element
}

/** The children of that name. */
export function childrenOf(element: Element, name: string): Array<Element> {
  return element.children.filter((child) => child.name === name)
}

/** The text of the first child of that name, or null. */
export function childText(element: Element, name: string): string | null {
  return childrenOf(element, name)[0]?.text ?? null
}
