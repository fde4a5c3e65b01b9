import sax from 'sax'

/** An item of RSS or an entry of Atom: the texts of its elements by name. */
export interface FeedItem {
  line: number
  values: Map<string, string>
  categories: Array<string>
  enclosures: Array<{ address: string; type: string }>
}

interface Feed {
  /** `rss`, `feed`, `rdf:RDF`; another name for a file that is no feed. */
  root: string
  /** The address of the site. */
  site: string
  items: Array<FeedItem>
  /** Where the reading ended before the end of the file; null when it is whole. */
  fault: { line: number; message: string } | null
}

/**
 * Reads a feed. Document types are not read, so no entity can grow. Items before a fault are kept.
 */
export function readFeed(source: string): Feed {
  const feed: Feed = { root: '', site: '', items: [], fault: null }
  const parser = sax.parser(true, { position: true })
  const path: Array<string> = []
  let item: FeedItem | null = null
  let text = ''
  /** The depth of the element whose elements are a part of its text; 0 for none. */
  let markup = 0
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) => {
    const given = attributes as Record<string, string>
    path.push(name)
    if (markup > 0) {
      text += `<${name}${Object.entries(given)
        .map(([key, value]) => ` ${key}="${escaped(value)}"`)
        .join('')}>`
      return
    }
    text = ''
    if (path.length === 1) feed.root = name
    else if (name === 'item' || name === 'entry') {
      item = { line: parser.line + 1, values: new Map(), categories: [], enclosures: [] }
    } else if (given.type === 'xhtml') markup = path.length
    if (name === 'link' && given.href && /^(?:alternate)?$/.test(given.rel ?? '')) {
      if (item) item.values.set('link', given.href)
      else feed.site = given.href
    }
    if (!item) return
    if (name === 'category' && given.term) item.categories.push(given.label ?? given.term)
    const enclosed = given.url ?? (given.rel === 'enclosure' ? given.href : undefined)
    if (enclosed && /^(?:enclosure|media:content|media:thumbnail|link)$/.test(name))
      item.enclosures.push({
        address: enclosed,
        type: given.type ?? given.medium ?? (name === 'media:thumbnail' ? 'image' : ''),
      })
  }
  parser.ontext = (more) => {
    text += markup > 0 ? escaped(more) : more
  }
  parser.oncdata = (more) => {
    text += markup > 0 ? escaped(more) : more
  }
  parser.onclosetag = (name) => {
    const depth = path.length
    path.pop()
    if (markup > 0 && depth > markup) {
      text += `</${name}>`
      return
    }
    markup = 0
    const value = text.trim()
    text = ''
    if (name === 'item' || name === 'entry') {
      if (item) feed.items.push(item)
      item = null
    } else if (item && name === 'category') {
      if (value !== '') item.categories.push(value)
    } else if (item && value !== '') {
      // The name of an author is an element of its own in Atom.
      const key = name === 'name' && path.at(-1) === 'author' ? 'author' : name
      if (!item.values.has(key)) item.values.set(key, value)
    } else if (name === 'link' && feed.site === '') feed.site = value
  }
  try {
    parser.write(source.replace(/^\uFEFF/, '')).close()
  } catch (error) {
    feed.fault = {
      line: parser.line + 1,
      message: String((error as Error).message).split('\n')[0] ?? '',
    }
  }
  return feed
}

/** A text as one of XML. */
export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
