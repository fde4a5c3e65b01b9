/** A tag in a piece of HTML; its places are offsets of the text. */
export interface Tag {
  from: number
  to: number
  /** The end of the HTML node that contains the tag. */
  end: number
  name: string
  closes: boolean
  attributes: ReadonlyArray<Attribute>
  /** Whether its `>` is missing. */
  isOpen: boolean
}

export interface Attribute {
  from: number
  to: number
  name: string
  /** As it is written. */
  value: string
}

/** The tags of a piece of HTML, lowercase, comments left out. Reads it once, without going back. */
export function tagsIn(text: string, from = 0, to = text.length): Array<Tag> {
  const tags: Array<Tag> = []
  for (let at = text.indexOf('<', from); at >= 0 && at < to; at = text.indexOf('<', at)) {
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at)
      at = end < 0 || end >= to ? to : end + 3
      continue
    }
    const closes = text[at + 1] === '/'
    const begin = at + (closes ? 2 : 1)
    let end = begin
    while (end < to && /[a-z0-9:-]/i.test(text[end] ?? '')) end += 1
    if (!/[a-z]/i.test(text[begin] ?? '') || end === begin) {
      at += 1
      continue
    }
    const tag: Tag = {
      from: at,
      to,
      end: to,
      name: text.slice(begin, end).toLowerCase(),
      closes,
      isOpen: true,
      attributes: [],
    }
    const { attributes, to: stop, isOpen } = attributesFrom(text, end, to)
    tags.push({ ...tag, attributes, to: stop, isOpen })
    at = stop
  }
  return tags
}

function attributesFrom(text: string, from: number, to: number) {
  const attributes: Array<Attribute> = []
  let at = from
  while (at < to && text[at] !== '>') {
    if (/[\s/]/.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const begin = at
    while (at < to && !/[\s/>=]/.test(text[at] ?? '')) at += 1
    // A character that cannot start a name.
    if (at === begin) at += 1
    const name = text.slice(begin, at).toLowerCase()
    let next = at
    while (next < to && /\s/.test(text[next] ?? '')) next += 1
    let value = ''
    if (text[next] === '=') {
      next += 1
      while (next < to && /\s/.test(text[next] ?? '')) next += 1
      const quote = text[next]
      if (quote === '"' || quote === "'") {
        const close = text.indexOf(quote, next + 1)
        const stop = close < 0 || close >= to ? to : close
        value = text.slice(next + 1, stop)
        at = Math.min(to, stop + 1)
      } else {
        at = next
        while (at < to && !/[\s>]/.test(text[at] ?? '')) at += 1
        value = text.slice(next, at)
      }
    }
    attributes.push({ from: begin, to: at, name, value })
  }
  return { attributes, to: Math.min(to, at + 1), isOpen: text[at] !== '>' || at >= to }
}

/** The value of an attribute; null when the tag has none of that name. */
export function attributeOf({ attributes }: Tag, name: string): string | null {
  return attributes.find((attribute) => attribute.name === name)?.value.trim() ?? null
}
