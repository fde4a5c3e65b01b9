import { videoAddress, watchAddress } from '../watch-address.ts'
import { replaceBetween } from './between.ts'
import { calloutOf } from './callouts.ts'
import type { Complain } from './entry.ts'
import { markdownOfHtml } from './html-body.ts'

/** A tag of a shortcode: `[name attributes]`, `[/name]`, `[name /]`. */
const shortcode = /\[(\/?)([a-z][a-z0-9_-]*)((?:\s[^[\]]*)?)\]/gi
const attributes = /(?<![\w-])([a-z_][\w-]*)=(?:"([^"]*)"|'([^']*)'|([^\s"'[\]]+))/gi

interface WordpressParts {
  complain: Complain
  /** The address of an attachment by its number; null when the export lacks it. */
  attachment: (id: string) => string | null
  /** The addresses of the pictures attached to the text, which a gallery without a list shows. */
  attached: ReadonlyArray<string>
}

/**
 * The shortcodes that are understood: [caption], [gallery], [embed], [video], [audio], [youtube],
 * [vimeo], and code. Others stay as code in the text.
 */
export function markdownOfWordpress(source: string, parts: WordpressParts): string {
  const hasBlocks = source.includes('<!-- wp:')
  const readable = withoutShortcodes(source.replace(/\r\n?/g, '\n'), parts)
  return markdownOfHtml(hasBlocks ? bareEmbeds(readable) : paragraphs(readable), parts.complain)
}

const understood =
  /^(?:caption|wp_caption|gallery|embed|video|audio|youtube|vimeo|code|sourcecode|php|css|js|html|more|nextpage)$/

/**
 * The name of a shortcode stands out from words in brackets, such as [sic], by attributes, a
 * closing tag, or `_` and `-`.
 */
function isShortcode(name: string, given: string, isPair: boolean): boolean {
  return understood.test(name) || /[_-]/.test(name) || given.includes('=') || isPair
}

const closingTag = ([, name = '']: ReadonlyArray<string>) => `[/${name.toLowerCase()}]`

function withoutShortcodes(text: string, parts: WordpressParts): string {
  const withCode = replaceBetween(
    text,
    /\[(code|sourcecode)((?:\s[^[\]]*)?)\]/gi,
    closingTag,
    ([, , given = ''], inner) => {
      const language = /^[a-z0-9+#-]{1,20}$/i.exec(
        attributesIn(given).lang ?? attributesIn(given).language ?? '',
      )?.[0]
      const code = inner.replace(/^\n/, '')
      const plain = code.includes('&lt;') ? code : escaped(code)
      return `\n\n<pre><code${language ? ` class="language-${language}"` : ''}>${plain}</code></pre>\n\n`
    },
  )
  const withCaptions = replaceBetween(
    withCode,
    /\[(caption|wp_caption)((?:\s[^[\]]*)?)\]/gi,
    closingTag,
    ([, , given = ''], inner) => captioned(inner, attributesIn(given).caption),
  )
  const withEmbeds = withCaptions.replace(
    /\[(embed|youtube|vimeo)(?:\s[^[\]]*)?\]([^[\]<>]+)\[\/\1\]/gi,
    (_, name: string, inner: string) =>
      paragraphOf(watchAddress(videoAddress(name, inner.trim()) ?? inner.trim())),
  )
  const lower = withEmbeds.toLowerCase()
  const pairs = new Map<string, boolean>()
  const isPair = (name: string) => {
    const known = pairs.get(name) ?? lower.includes(`[/${name}]`)
    pairs.set(name, known)
    return known
  }
  const isCode = codeRanges(withEmbeds)
  const named = new Set<string>()
  let codeEnd = -1
  return withEmbeds.replace(
    shortcode,
    (tag: string, slash: string, written: string, given: string, offset: number) => {
      const name = written.toLowerCase()
      if (!isShortcode(name, given, isPair(name)) || isCode(offset)) return tag
      const values = attributesIn(given)
      if (!slash) {
        const made = mediaOf(name, values, given, parts)
        if (made !== null) return made
      } else if (/^(?:video|audio|gallery)$/.test(name)) return ''
      const kind = calloutOf(values.type ?? values.style ?? name)
      if (
        kind &&
        isPair(name) &&
        /^(?:note|tip|info|warning|alert|box|notice|callout|message|hint|danger|success|caution|important)$/.test(
          name,
        )
      )
        return slash ? '\n\n</div>\n\n' : `\n\n<div class="admonition ${kind}">\n\n`
      if (!named.has(name))
        parts.complain(`The shortcode [${name}] is not known; it stays in the text as code`, offset)
      named.add(name)
      // Two codes without a space between are read as one.
      const gap = codeEnd === offset ? ' ' : ''
      codeEnd = offset + tag.length
      return `${gap}<code>${escaped(tag)}</code>`
    },
  )
}

function mediaOf(
  name: string,
  values: Values,
  given: string,
  parts: WordpressParts,
): string | null {
  const { attachment, complain } = parts
  switch (name) {
    case 'gallery': {
      const listed = values.ids ?? values.include
      const ids = (listed ?? '').split(',').map((id) => id.trim())
      const found =
        listed === undefined ? parts.attached : ids.flatMap((id) => attachment(id) ?? [])
      const missing = ids.filter((id) => id !== '' && attachment(id) === null)
      if (missing.length > 0)
        complain(`A gallery names pictures that the export lacks: ${missing.join(', ')}`)
      if (found.length === 0) return null
      return `\n\n<div class="gallery">${found.map((address) => `<img src="${escaped(address)}" alt="">`).join('')}</div>\n\n`
    }
    case 'video':
    case 'audio': {
      // Old texts have the address alone: [audio https://…].
      const alone = /^https?:\/\/\S+$/.exec(given.trim())?.[0]
      const address =
        values.src ??
        values.mp4 ??
        values.webm ??
        values.mp3 ??
        values.m4a ??
        values.ogg ??
        values.wav ??
        alone
      if (!address) return null
      return name === 'audio'
        ? `\n\n<audio src="${escaped(address)}"></audio>\n\n`
        : paragraphOf(watchAddress(address))
    }
    case 'embed':
    case 'youtube':
    case 'vimeo': {
      const word = values.src ?? values.url ?? values.id ?? given.trim().replace(/^=/, '')
      const address =
        videoAddress(name, word) ?? (/^https?:\/\/\S+$/.test(word) ? watchAddress(word) : null)
      return address && paragraphOf(address)
    }
    default:
      return null
  }
}

type Values = Readonly<Record<string, string>>

function attributesIn(text: string): Values {
  return Object.fromEntries(
    [...text.matchAll(attributes)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      double ?? single ?? bare ?? '',
    ]),
  )
}

function captioned(inner: string, named: string | undefined): string {
  const image = /<img\b[^<>]*>/i.exec(inner)
  const words =
    named ?? inner.slice((image?.index ?? 0) + (image?.[0].length ?? 0)).replace(/^\s*<\/a>/i, '')
  return `\n\n<figure>${image?.[0] ?? ''}<figcaption>${words.trim()}</figcaption></figure>\n\n`
}

const paragraphOf = (address: string) =>
  `\n\n<p><a href="${escaped(address)}">${escaped(address)}</a></p>\n\n`

function escaped(text: string): string {
  return text
    .replace(/&(?!#?\w{1,10};)/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

/**
 * Returns a function that tells whether an offset lies in `<pre>` or `<code>`. Call it with growing
 * offsets.
 */
function codeRanges(text: string): (offset: number) => boolean {
  const tags = text.matchAll(/<(\/?)(?:pre|code)\b/gi)
  let next = tags.next()
  let depth = 0
  return (offset) => {
    for (; !next.done && next.value.index < offset; next = tags.next())
      depth = next.value[1] ? Math.max(0, depth - 1) : depth + 1
    return depth > 0
  }
}

const block =
  /^\s*<\/?(?:address|article|aside|blockquote|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|iframe|li|ol|p|pre|script|section|style|summary|table|tbody|td|tfoot|th|thead|tr|ul|video|audio|!--)\b/i

/**
 * Makes paragraphs of texts between empty lines, as WordPress does when it shows a text of its
 * classic editor.
 */
function paragraphs(text: string): string {
  const kept: Array<string> = []
  const withoutCode = replaceBetween(
    text,
    /<pre\b[^<>]*>/gi,
    () => '</pre>',
    ([tag], inner) => `\n\n\uE002${kept.push(`${tag}${inner}</pre>`) - 1}\uE003\n\n`,
  )
  const made = withoutCode
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const code = /^\uE002(\d{1,6})\uE003$/.exec(part)
      if (code) return kept[Number(code[1])] ?? ''
      if (/^https?:\/\/\S+$/.test(part)) return paragraphOf(watchAddress(part)).trim()
      return block.test(part) || part.startsWith('<!--')
        ? part
        : `<p>${part.replaceAll('\n', '<br>\n')}</p>`
    })
  return made.join('\n\n')
}

/** In texts with blocks, an address alone in a paragraph is an embed, too. */
function bareEmbeds(text: string): string {
  return text.replace(/<p>\s{0,20}(https?:\/\/[^\s<>]+)\s{0,20}<\/p>/g, (_, address: string) =>
    paragraphOf(watchAddress(address)),
  )
}
