import { videoAddress, watchAddress } from '../watch-address.ts'
import { replaceBetween } from './between.ts'
import { callouts } from './callouts.ts'
import type { Complain } from './entry.ts'
import { noteComments, noteMarks, wikiLinks } from './note-syntax.ts'
import { outsideCode } from './references.ts'

interface DialectParts {
  complain: Complain
  /** The address and title of a note by its name in `[[…]]`; null when there is none. */
  note: (name: string) => { address: string; title: string } | null
  /** Whether `{{ }}`, `{% %}` and `{{< >}}` are tags of a generator here. */
  hasTags: boolean
}

/**
 * Converts the Markdown of Jekyll, Hugo, Eleventy, Astro and Obsidian to that of this site. Code
 * stays as it is, and so does every line without a construct of theirs.
 */
export function markdownOfDialect(source: string, parts: DialectParts): string {
  const lines = source.replace(/\r\n?/g, '\n')
  const text = callouts(parts.hasTags ? lines : noteComments(lines), parts.complain)
  const blocks = parts.hasTags ? codeTags(text) : text
  return outsideCode(blocks, (piece, offset) => {
    const complain: Complain = (message, at = 0) => parts.complain(message, offset + at)
    const tagged = parts.hasTags ? generatorTags(piece, complain) : noteMarks(piece)
    return markup(wikiLinks(tagged, { ...parts, complain }), complain)
  })
}

const highlights = [
  [/\{% highlight ([^{}%]*)%\}/g, '{% endhighlight %}'],
  [/\{\{< highlight ([^{}]*)>\}\}/g, '{{< /highlight >}}'],
  [/\{\{% highlight ([^{}]*)%\}\}/g, '{{% /highlight %}}'],
] as const

/** Code between tags: `{% highlight ruby %}`, `{{< highlight go >}}`. */
function codeTags(text: string): string {
  return highlights.reduce(
    (made, [open, close]) =>
      replaceBetween(
        made,
        open,
        () => close,
        ([, given = ''], code) => {
          const language = /^"?([\w+#-]{1,30})/.exec(given)?.[1] ?? ''
          return `\n\`\`\`${language}\n${code.replace(/^\n/, '').trimEnd()}\n\`\`\`\n`
        },
      ),
    text,
  )
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
    if (!named.has(name))
      complain(`The tag '${whole.slice(0, 60)}' is not known; it stays in the text as code`, offset)
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
    [...inner.matchAll(/(?<![\w-])([a-z][\w-]*)=(?:"([^"]*)"|'([^']*)')/gi)].map(
      ([, name = '', double, single]) => [name.toLowerCase(), double ?? single ?? ''],
    ),
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
      const filtered =
        /^(["'])([^"']{1,500})\1\s*\|\s*(?:relative_url|absolute_url|url|relURL|absURL)$/.exec(
          inner,
        )
      return filtered?.[2] ?? null
    }
  }
}

/**
 * What Markdown does not have: attribute lists of Kramdown, imports of MDX, scripts and players in
 * HTML.
 */
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
    .replace(
      /^<!-- ?(?:more|excerpt|excerpt_separator) ?-->\n?|<!-- ?(?:more|excerpt|excerpt_separator) ?-->/gim,
      '',
    )
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
