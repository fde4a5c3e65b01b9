/** An element of an XML document. */
export interface Element {
  name: string
  attributes: Record<string, string>
  children: Array<Element>
  /** Its own text, with entities resolved. */
  text: string
}

/** Parses the XML of feeds and sitemaps. Throws when it is not well-formed. */
export function parseXml(source: string): Element {
  expectCharacters(source)
  const token =
    /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s>]+)\s*>|<([^\s/>!?]+)((?:\s+[^\s=]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  while (token.lastIndex < source.length) {
    const at = token.lastIndex
    const [found, cdata, closed, opened, attributes = '', empty, text] = token.exec(source) ?? []
    const current = open.at(-1)
    if (found === undefined || !current) throw new Error(`not well-formed at ${at}: ${source.slice(at, at + 80)}`)
    if (cdata !== undefined) current.text += cdata
    else if (text !== undefined) current.text += resolveEntities(text)
    else if (closed !== undefined) {
      if (open.pop()?.name !== closed) throw new Error(`</${closed}> closes another element at ${at}`)
    } else if (opened !== undefined) {
      const element: Element = { name: opened, attributes: readAttributes(attributes), children: [], text: '' }
      current.children.push(element)
      if (!empty) open.push(element)
    }
  }
  const [document] = root.children
  if (open.length !== 1 || !document || root.children.length !== 1 || root.text.trim() !== '')
    throw new Error('a document is one whole element')
  return document
}

/** The children of that name. */
export function childrenOf(element: Element, name: string): Array<Element> {
  return element.children.filter((child) => child.name === name)
}

/** The text of the first child of that name, or null. */
export function childText(element: Element, name: string): string | null {
  return childrenOf(element, name)[0]?.text ?? null
}

/** Throws for a character that XML 1.0 does not allow. */
function expectCharacters(text: string): void {
  const other = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(text)
  if (other)
    throw new Error(`${JSON.stringify(other[0])} can't be in XML: ${text.slice(other.index - 80, other.index)}`)
}

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([^\s=]+)="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, resolveEntities(value)] as const,
  )
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length)
    throw new Error(`an attribute stands twice in ${text}`)
  return Object.fromEntries(pairs)
}

function resolveEntities(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|\w+)?;?/gi, (entity, name: string | undefined) => {
    const known: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
    if (name === undefined || !entity.endsWith(';')) throw new Error(`a bare & in ${text.slice(0, 80)}`)
    if (name.startsWith('#')) {
      const character = String.fromCodePoint(Number(name.replace(/^#x/i, '0x').replace(/^#/, '')))
      expectCharacters(character)
      return character
    }
    const sign = known[name]
    if (sign === undefined) throw new Error(`an unknown entity ${entity}`)
    return sign
  })
}
