import { videoAddress, watchAddress } from '../watch-address.ts'
import { calloutOf, calloutText } from './callouts.ts'

interface Component {
  name: string
  /** Its attributes by their names in lower case. */
  values: ReadonlyMap<string, string>
  /** Whether it stands outside of paragraphs. */
  isBlock: boolean
  /** What it encloses, as Markdown. */
  inner: () => string
}

type Convert = (component: Component) => string | null

/** The Markdown of the components that themes of generators share, by their names in lower case. */
const components = new Map<string, Convert>(
  Object.entries({
    'callout admonition alert aside': callout,
    'image img figure picture zoomimage lightbox': figure,
    'tabs tabgroup tabbed codegroup cardgroup cardgrid columns column fragment center': ({
      inner,
    }) => inner(),
    'youtube youtubeembed youtubevideo liteyoutube liteyoutubeembed vimeo vimeoembed': video,
    'tweet twitter xpost tweetembed': tweet,
    'iframe video embed videoplayer audio': player,
    link: link,
    'linkcard card bookmark': card,
    'tab tabitem steps step accordions details accordion expandable collapsible': titled,
  } satisfies Record<string, Convert>).flatMap(([names, convert]) =>
    names.split(' ').map((name): [string, Convert] => [name, convert]),
  ),
)

/** The Markdown of a component or an element of HTML; null for a component that is not known. */
export function componentMarkdown(component: Component): string | null {
  const { name } = component
  if (/^[a-z][a-z\d]*$/.test(name) && !/^(?:img|figure|iframe|video|audio)$/.test(name))
    return html(component)
  const convert = components.get(name.toLowerCase().replace(/[^a-z\d]/g, ''))
  if (convert) return convert(component)
  return calloutOf(name) === null ? null : callout(component)
}

function callout({ name, values, inner }: Component): string {
  const type = firstOf(values, ['type', 'variant', 'kind', 'intent']) ?? name
  const title = values.get('title') ?? ''
  return calloutText(calloutOf(type) ?? calloutOf(name) ?? 'note', title, inner().split('\n')).join(
    '\n',
  )
}

/**
 * The attributes of HTML that Markdown of this site may have; classes and styles are those of the
 * old design.
 */
const kept = [
  'href',
  'src',
  'alt',
  'title',
  'id',
  'open',
  'start',
  'lang',
  'dir',
  'colspan',
  'rowspan',
]

function html({ name, values, isBlock, inner }: Component): string {
  if (/^(?:div|span|section|article|main|center|header|footer)$/.test(name)) return inner()
  const written = kept.flatMap((one) => {
    const value = values.get(one)
    return value === undefined ? [] : [` ${one}="${value.replaceAll('"', '&quot;')}"`]
  })
  const tag = `<${name}${written.join('')}>`
  if (/^(?:br|hr|wbr|input|source|track|col)$/.test(name)) return tag
  // Markdown within a block of HTML needs empty lines around it.
  const gap = isBlock && !/^(?:p|summary|h[1-6]|t[drh]|li|a)$/.test(name) ? '\n\n' : ''
  return `${tag}${gap}${inner()}${gap}</${name}>`
}

function figure({ name, values, inner }: Component): string | null {
  const address = values.get('src')
  if (address === undefined) return /^(?:figure|picture)$/i.test(name) ? inner() : null
  const caption = values.get('caption') ?? inner().trim()
  const shown = `![${plain(values.get('alt') ?? caption)}](${target(address)})`
  return caption === '' ? shown : `${shown}\n\n*${caption}*`
}

function titled({ values, inner }: Component): string {
  const title = firstOf(values, ['title', 'label', 'summary', 'value']) ?? ''
  return title === '' ? inner() : `**${title}**\n\n${inner()}`
}

/** The value of the first of these attributes that has one. */
function firstOf(values: Component['values'], names: ReadonlyArray<string>): string | undefined {
  return names.map((name) => values.get(name)).find(Boolean)
}

function video({ name, values }: Component): string | null {
  const id = firstOf(values, ['id', 'videoid', 'youtubeid', 'video', 'code', 'url', 'src'])
  if (id === undefined) return null
  if (/^https?:/.test(id)) return watchAddress(id)
  return videoAddress(/vimeo/i.test(name) ? 'vimeo' : 'youtube', id)
}

function tweet({ values }: Component): string | null {
  const id = firstOf(values, ['id', 'tweetid', 'url'])
  if (id === undefined) return null
  return /^\d{1,25}$/.test(id) ? `https://x.com/i/status/${id}` : /^https?:/.test(id) ? id : null
}

function player({ name, values }: Component): string | null {
  const address = firstOf(values, ['src', 'url'])
  if (address === undefined) return null
  if (/^audio$/i.test(name)) return `![${plain(values.get('title') ?? '')}](${target(address)})`
  const shown = watchAddress(address)
  return /^https?:/.test(shown)
    ? shown
    : `[${plain(values.get('title') ?? address.replace(/^.*\//, ''))}](${target(shown)})`
}

function link({ values, inner }: Component): string | null {
  const address = firstOf(values, ['href', 'to'])
  return address === undefined ? null : `[${inner().trim() || address}](${target(address)})`
}

function card({ values, inner }: Component): string {
  const address = firstOf(values, ['href', 'url'])
  const title = values.get('title') ?? address ?? ''
  const named = address === undefined ? `**${title}**` : `[${plain(title)}](${target(address)})`
  const parts = [title && named, values.get('description') ?? '', inner()]
  return parts.filter((text) => text.trim() !== '').join('\n\n')
}

const plain = (text: string) => text.replace(/[[\]\n]/g, ' ').trim()
const target = (address: string) =>
  /[\s()<>]/.test(address) ? `<${address.replace(/[<>\n]/g, '')}>` : address
