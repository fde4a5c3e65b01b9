import type { Element, ElementContent, Properties, RootContent } from 'hast'
import { downloadAddress } from '#domain/download-address.ts'
import { sourceOfPage } from '#domain/subscribe-source.ts'
import { changeAddresses, pageText, parsePage } from './page-addresses.ts'
import { placeOf } from './static-address.ts'

export interface StaticPageOptions {
  siteUrl: string
  /** The address that forms are sent to; null: the pages have no forms. */
  forms: string | null
  /** The address of the script of exported pages. */
  script: string
  /** Where an address in a page at `base` is in the export. */
  addressOf: (address: string, base: string) => string
}

/**
 * What takes the place of a node; `isForm`: a form was left out, and the section that invited to it
 * goes too.
 */
interface Replaced {
  nodes: Array<RootContent>
  isForm: boolean
}

/**
 * A page of the live site as a page without a server: addresses, script, forms and links to the
 * admin are replaced or left out. `path` is its address.
 */
export function staticPage(html: string, path: string, options: StaticPageOptions): string {
  const { siteUrl, forms, script } = options
  const tree = parsePage(html)
  const isServers = (address: unknown) =>
    typeof address === 'string' && placeOf(address, path, siteUrl).kind === 'server'

  function replaceAll(children: ReadonlyArray<RootContent>): Replaced {
    const replaced = children.map(replace)
    return {
      nodes: replaced.flatMap(({ nodes }) => nodes),
      isForm: replaced.some(({ isForm }) => isForm),
    }
  }

  function replace(node: RootContent): Replaced {
    if (node.type !== 'element') return { nodes: [node], isForm: false }
    const { tagName, properties } = node
    if (
      tagName === 'link' &&
      (isServers(properties.href) || relationOf(properties) === 'modulepreload')
    )
      return nothing
    if (tagName === 'form' && isServers(properties.action)) {
      if (forms === null) return { nodes: [], isForm: true }
      properties.action = forms
      // The script that checked the address is not there; the browser does.
      delete properties.noValidate
      nameSource(node, path)
    }
    if (tagName === 'li' && onlyLinks(node, isServers)) return nothing
    if (properties.dataIsland === 'downloads')
      return { nodes: downloadLinks(node, forms !== null), isForm: false }
    if (properties.dataIsland !== 'search') leaveAsleep(properties)
    if (tagName === 'script' && properties.type === 'module') properties.src = script
    if (tagName === 'time') nameDate(node)
    delete properties.dataEdit
    delete properties.dataEditLabel
    // The page asks this address whether the site can be reached again.
    if ('dataTryAgain' in properties) properties.dataTryAgain = '/robots.txt'
    const { nodes, isForm } = replaceAll(node.children)
    if (isForm && tagName === 'section') return nothing
    node.children = nodes as Array<ElementContent>
    if (tagName === 'a' && isServers(properties.href)) return { nodes: node.children, isForm }
    return { nodes: [node], isForm }
  }

  tree.children = replaceAll(tree.children as Array<RootContent>).nodes as typeof tree.children
  changeAddresses(tree, siteUrl, (address) => options.addressOf(address, path))
  return pageText(tree)
}

const nothing: Replaced = { nodes: [], isForm: false }

const relationOf = ({ rel }: Properties) => (Array.isArray(rel) ? rel.join(' ') : rel)

/**
 * The server takes the page as the source of a form that names none; elsewhere the form has to say
 * it.
 */
function nameSource(form: Element, path: string) {
  for (const node of form.children)
    if (
      node.type === 'element' &&
      node.properties.name === 'source' &&
      node.properties.value === ''
    )
      node.properties.value = sourceOfPage(path)
}

/** Whether an item of a list is nothing but a link that needs a server. */
function onlyLinks(item: Element, isServers: (address: unknown) => boolean): boolean {
  const [link, ...others] = item.children
  return (
    link?.type === 'element' &&
    others.length === 0 &&
    link.tagName === 'a' &&
    isServers(link.properties.href)
  )
}

/** 'Last week' is true on one day only, so cards show the date that their tooltips begin with. */
function nameDate(time: Element) {
  const { title } = time.properties
  if (typeof title !== 'string') return
  const [date = ''] = title.split(' · ', 1)
  time.children = [{ type: 'text', value: date }]
  delete time.properties.title
}

function leaveAsleep(properties: Properties) {
  for (const name of ['dataIsland', 'dataWake', 'dataPrefix', 'dataProps']) delete properties[name]
}

/**
 * The buttons that open the form of a download as links to its page. Without forms the buttons
 * beside a description are left out.
 */
function downloadLinks(island: Element, hasForms: boolean): Array<ElementContent> {
  const { downloads, look } = JSON.parse(String(island.properties.dataProps)) as {
    downloads: Array<{ slug: string }>
    look?: string
  }
  if (look === 'buttons' && !hasForms) return []
  leaveAsleep(island.properties)
  const left = [...downloads]
  const linked = (children: ReadonlyArray<ElementContent>): Array<ElementContent> =>
    children.flatMap((node): Array<ElementContent> => {
      if (node.type !== 'element') return [node]
      const { tagName, properties } = node
      if (tagName === 'noscript' || 'dataEarlyPress' in properties) return []
      delete properties.dataNeedsScript
      if (tagName !== 'button') return [{ ...node, children: linked(node.children) }]
      const { slug } = left.shift() ?? { slug: '' }
      return [
        {
          ...node,
          tagName: 'a',
          properties: { href: downloadAddress(slug), className: properties.className ?? [] },
          children: linked(node.children),
        },
      ]
    })
  return [{ ...island, children: linked(island.children) }]
}
