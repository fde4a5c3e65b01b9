import { videoAddress, watchAddress } from '../watch-address.ts'
import { replaceBetween } from './between.ts'
import { calloutOf, calloutText } from './callouts.ts'
import type { Complain } from './entry.ts'
import { noteComments, noteMarks, wikiLinks } from './note-syntax.ts'
import { outsideCode } from './references.ts'

export interface DialectParts {
  complain: Complain
  /** The address and title of a note by its name in `[[…]]`; null when there is none. */
  note: (name: string) => { address: string; title: string } | null
  /** Whether `{{ }}`, `{% %}` and `{{< >}}` are tags of a generator here. */
  hasTags: boolean
}

/** Converts the Markdown of Jekyll, Hugo, Eleventy, Astro and Obsidian to that of this site. Code stays as it is, and so does every line without a construct of theirs. */
export function markdownOfDialect(source: string, parts: DialectParts): string {
  const lines = source.replace(/\r\n?/g, '\n')
  const text = callouts(parts.hasTags ? lines : noteComments(lines), parts)
  const blocks = parts.hasTags ? codeTags(text) : text
  return outsideCode(blocks, (piece, offset) => {
    const complain: Complain = (message, at = 0) => parts.complain(message, offset + at)
    const tagged = parts.hasTags ? generatorTags(piece, complain) : noteMarks(piece)
    return markup(wikiLinks(tagged, { ...parts, complain }), complain)
  })
}

const fence = /^ {0,3}(`{3,}|~{3,})/
const container = /^ {0,3}:::+[ \t]*([a-z]+)([\s\S]*)/i
/** What may follow the name of a container: its title in brackets, or its attributes; then its title as plain text. */
const containerTitle = /^(?:\[([^\]]{0,200})\]|\{[^}]{0,200}\})?([\s\S]*)/
const paired =
  /^\s*\{\{[<%]\s*(note|notice|callout|admonition|alert|hint|tip|info|warning|caution|danger|important)\b([^{}]{0,300})[>%]\}\}\s*$/i
const liquidPaired =
  /^\s*\{%-?\s*(note|notice|callout|admonition|alert|hint|tip|info|warning|caution|danger|important)\b([^{}%]{0,300})-?%\}\s*$/i
const mkdocs = /^(?:!!!|\?\?\?\+?)\s+([a-z]+)(?:\s+"([^"]{0,200})")?\s*$/i
const quoted = /^ {0,3}>\s?\[!([a-z]+)\][-+]?(.*)$/i

/** Callouts by lines: `:::note`, `> [!info] Title`, `!!! note`, `{{< notice tip >}}` and their like. */
function callouts(text: string, { complain }: DialectParts): string {
  const lines = text.split('\n')
  const result: Array<string> = []
  let inFence: string | null = null
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const mark = fence.exec(line)?.[1]
    if (inFence !== null) {
      if (mark?.startsWith(inFence) && line.trim() === mark) inFence = null
    } else if (mark) inFence = mark
    if (inFence !== null || mark) {
      result.push(line)
      continue
    }
    const found = calloutAt(lines, at)
    if (found === null) {
      const own = quoted.exec(line)
      if (!own) result.push(line)
      else result.push(...quotedCallout(own[1] ?? '', (own[2] ?? '').trim(), lines[at + 1] ?? '', complain, at))
      continue
    }
    const { kind, title, inner, end } = found
    if (result.length > 0 && result.at(-1) !== '') result.push('')
    result.push(...calloutText(kind, title, inner))
    if ((lines[end + 1] ?? '') !== '') result.push('')
    at = end
  }
  return result.join('\n')
}

function quotedCallout(name: string, title: string, next: string, complain: Complain, line: number): Array<string> {
  const kind = calloutOf(name)
  if (kind === null) complain(`The callout '${name}' is not known; it becomes a note`, line)
  const known = kind ?? 'note'
  const named = title.trim() === '' || calloutOf(title) === known ? [] : [`> **${title.trim()}**`]
  const gap = named.length > 0 && /^ {0,3}>\s*\S/.test(next) ? ['>'] : []
  return [`> [!${known.toUpperCase()}]`, ...named, ...gap]
}

/** A callout that begins at a line and is not a quote; `end` is its last line. Null for none, and for one that is never closed. */
function calloutAt(lines: ReadonlyArray<string>, at: number) {
  const line = lines[at] ?? ''
  const note = mkdocs.exec(line)
  if (note) {
    const kind = calloutOf(note[1] ?? '')
    let end = at
    while (end + 1 < lines.length && /^(?: {4}|\t|\s*$)/.test(lines[end + 1] ?? '')) end += 1
    while (end > at && (lines[end] ?? '').trim() === '') end -= 1
    const inner = lines.slice(at + 1, end + 1).map((one) => one.replace(/^(?: {4}|\t)/, ''))
    return kind && { kind, title: note[2] ?? '', inner, end }
  }
  const colons = container.exec(line)
  const shortcode = paired.exec(line) ?? liquidPaired.exec(line)
  if (/^\s*<aside[^<>]{0,200}>\s*$/i.test(line)) return closedAt(lines, at, /^\s*<\/aside>\s*$/i, 'note', '')
  if (colons) {
    const [, bracketed, plain = ''] = containerTitle.exec((colons[2] ?? '').trim()) ?? []
    return closedAt(lines, at, /^ {0,3}:::+\s*$/, colons[1] ?? '', bracketed ?? plain.trim())
  }
  if (!shortcode) return null
  const [, name = '', given = ''] = shortcode
  const type = /\b(?:type|style|kind)="([^"]*)"/.exec(given)?.[1] ?? /^\s*"?([a-z]{1,20})"?\s*$/i.exec(given)?.[1]
  const title = /\btitle="([^"]*)"/.exec(given)?.[1] ?? ''
  const close = new RegExp(`^\\s*(?:\\{\\{[<%]\\s*/\\s*${name}\\s*[>%]\\}\\}|\\{%-?\\s*end${name}\\s*-?%\\})\\s*$`, 'i')
  return closedAt(lines, at, close, calloutOf(type ?? '') ? (type ?? '') : name, title)
}

/** The most lines of one callout. */
const longestCallout = 400

function closedAt(lines: ReadonlyArray<string>, at: number, close: RegExp, name: string, title: string) {
  const kind = calloutOf(name)
  if (kind === null) return null
  for (let end = at + 1; end < lines.length && end <= at + longestCallout; end += 1)
    if (close.test(lines[end] ?? '')) return { kind, title, inner: lines.slice(at + 1, end), end }
  return null
}

/** Code between tags: `{% highlight ruby %}`, `{{< highlight go >}}`. */
function codeTags(text: string): string {
  const fenced = ([, given = '']: RegExpExecArray, code: string) => {
    const language = /^"?([\w+#-]{1,30})/.exec(given)?.[1] ?? ''
    return `\n\`\`\`${language}\n${code.replace(/^\n/, '').trimEnd()}\n\`\`\`\n`
  }
  const liquid = replaceBetween(text, /\{% highlight ([^{}%]*)%\}/g, () => '{% endhighlight %}', fenced)
  const plain = replaceBetween(liquid, /\{\{< highlight ([^{}]*)>\}\}/g, () => '{{< /highlight >}}', fenced)
  return replaceBetween(plain, /\{\{% highlight ([^{}]*)%\}\}/g, () => '{{% /highlight %}}', fenced)
}

const tag = /\{\{[<%][^{}]{1,1000}[>%]\}\}|\{%[^{}%]{1,1000}%\}|\{\{[^{}<%][^{}]{0,500}\}\}/g

/** Replaces the tags of generators that are understood, and keeps others as code. */
function generatorTags(text: string, complain: Complain): string {
  const named = new Set<string>()
  let codeEnd = -1
  return text.replace(tag, (whole: string, offset: number) => {
    const inner = whole
      .slice(2, -2)
      .replace(/^[<%-]|[>%-]$/g, '')
      .trim()
    const made = tagText(inner)
    if (made !== null) return made
    const name = /^[\w./-]{1,60}/.exec(inner)?.[0] ?? inner.slice(0, 20)
    if (!named.has(name)) complain(`The tag '${whole.slice(0, 60)}' is not known; it stays in the text as code`, offset)
    named.add(name)
    const marks = whole.includes('`') ? '``' : '`'
    // Two codes without a space between are read as one.
    const gap = codeEnd === offset ? ' ' : ''
    codeEnd = offset + whole.length
    return gap + marks + whole.replaceAll('\n', ' ') + marks
  })
}

/** What a tag stands for; null when it is not known. */
function tagText(inner: string): string | null {
  const values = Object.fromEntries(
    [...inner.matchAll(/(?<![\w-])([a-z][\w-]*)=(?:"([^"]*)"|'([^']*)')/gi)].map(([, name = '', double, single]) => [
      name.toLowerCase(),
      double ?? single ?? '',
    ]),
  ) as Readonly<Record<string, string>>
  const [name = '', word = ''] = inner.split(/\s+/).map((part) => part.replace(/^["']|["']$/g, ''))
  switch (name.toLowerCase()) {
    case 'raw':
    case 'endraw':
    case 'include_cached':
      return name === 'include_cached' ? null : ''
    case 'figure':
    case 'image':
    case 'img': {
      const address = values.src ?? (word.includes('=') ? undefined : word)
      if (!address) return null
      const caption = [values.title, values.caption].filter(Boolean).join(': ')
      const alt = (values.alt ?? caption).replace(/[[\]]/g, '')
      return `![${alt}](${address})${caption === '' ? '' : `\n\n*${caption}*`}`
    }
    case 'youtube':
    case 'youtube_embed':
    case 'vimeo':
      return /^https?:/.test(word) ? watchAddress(word) : videoAddress(name, values.id ?? word)
    case 'ref':
    case 'relref':
    case 'link':
      return word === '' ? null : word
    case 'post_url':
      return word === '' ? null : `/_posts/${word.replace(/^\//, '')}.md`
    case 'site.baseurl':
    case 'site.url':
      return ''
    default: {
      const filtered = /^(["'])([^"']{1,500})\1\s*\|\s*(?:relative_url|absolute_url|url|relURL|absURL)$/.exec(inner)
      return filtered?.[2] ?? null
    }
  }
}

/** What Markdown does not have: attribute lists of Kramdown, imports of MDX, scripts and players in HTML. */
function markup(text: string, complain: Complain): string {
  let hasAttributes = false
  const withoutScripts = replaceBetween(
    text,
    /<script\b[^<>]*>/gi,
    () => '</script>',
    ({ index }) => {
      complain('A script was left out', index)
      return ''
    },
  )
  const plain = withoutImports(withoutPlayers(withoutScripts), complain)
    // On a line of its own the mark goes with the line; behind words the line ends there.
    .replace(/^<!-- ?(?:more|excerpt|excerpt_separator) ?-->\n?|<!-- ?(?:more|excerpt|excerpt_separator) ?-->/gim, '')
    .replace(/^(?:[*+-]|1\.) [^\n]{0,80}\n\{: ?toc ?\}/gim, '{:toc}')
    .replace(/^\{:[^{}\n]*\}[ \t]*\n?|\{:(?:[ .#]|[a-z][\w-]{0,30}=)[^{}\n]*\}/gm, () => {
      hasAttributes = true
      return ''
    })
    .replace(/<iframe\b[^<>]*>/gi, (frame) => {
      const address = /\ssrc=["']([^"'<>]+)["']/i.exec(frame)?.[1]
      return address ? `\n\n${watchAddress(address)}\n\n` : frame
    })
    .replaceAll('</iframe>', '')
    .replace(shownPicture, (whole, words: string, address: string) =>
      filmed.test(address) ? `[${words || nameIn(address)}](${address})` : whole,
    )
  if (hasAttributes) complain("Attributes of Kramdown ('{: .class }') were left out", 0)
  return plain
}

const shownPicture = /!\[([^[\]\n]{0,300})\]\((<[^<>\n]{1,500}>|[^\s()<>]{1,500})\)/g
const filmed = /\.(?:mp4|m4v|webm|mov|pdf)>?$/i

/** The name of the file in an address, as the words of a link. */
function nameIn(address: string): string {
  return (address.replace(/[<>]/g, '').split('/').at(-1) ?? address).replace(/[[\]]/g, '')
}

/** The text with a link in place of each player of a video. */
function withoutPlayers(text: string): string {
  return replaceBetween(
    text,
    /<video\b[^<>]*>/gi,
    () => '</video>',
    ([tag], inner) => {
      const address = /\ssrc=["']([^"'<>]+)["']/i.exec(tag + inner)?.[1]
      if (address === undefined) return inner
      const target = /[\s()]/.test(address) ? `<${address}>` : address
      return `\n\n[${nameIn(address)}](${target})\n\n`
    },
  )
}

/** The text without the lines by which MDX loads components. */
function withoutImports(text: string, complain: Complain): string {
  if (!/^(?:import|export) /m.test(text)) return text
  let offset = 0
  const kept = text.split('\n').filter((line) => {
    const isImport = isComponentImport(line)
    if (isImport) complain('An import of a component was left out', offset)
    offset += line.length + 1
    return !isImport
  })
  return kept.join('\n')
}

/** Whether a line of MDX loads a component. */
export function isComponentImport(line: string): boolean {
  return /^(?:import|export) /.test(line) && / from ["'][^"']/.test(line)
}
