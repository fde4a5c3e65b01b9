import { bodyFromHtml } from './body-from-html.ts'
import { isHtmlBody } from './html-body.ts'
import { preserveBlocks } from './preserve-blocks.ts'

/** A body as a client sends it; without a format, one made of HTML elements only counts as HTML. */
export interface SentBody {
  content: string
  contentFormat: 'markdown' | 'html' | undefined
}

/** A body in HTML that was sent, the Markdown that it started from, and how that was shown. */
export interface HtmlEdit {
  html: string
  base: string
  shown: string
}

/**
 * The Markdown that a client means by the body it sent (rulings, section 3). `base` is the body that it started from and `render` shows it as the
 * client has seen it. Markdown stays byte for byte; of HTML, only what differs from the rendered base is written anew. Null when the HTML is nested too
 * deeply to be read. `convert` is `markdownOfHtml`, or what does that elsewhere.
 */
export async function sentMarkdown(
  { content, contentFormat }: SentBody,
  base: string,
  render: (markdown: string) => Promise<string>,
  convert: (edit: HtmlEdit) => Promise<string | null> | string | null = markdownOfHtml,
): Promise<string | null> {
  if (sameButEdges(content, base)) return base
  if (contentFormat === 'markdown' || (contentFormat === undefined && !isHtmlBody(content)))
    return withLineEndsOf(base, content)
  const shown = base.trim() === '' ? '' : await render(base)
  return shown.trim() === content.trim() ? base : convert({ html: content, base, shown })
}

/** The base with what was edited in its HTML; of an empty base, all of it. Null when it is nested too deeply to be read. */
export function markdownOfHtml({ html, base, shown }: HtmlEdit): string | null {
  const edited = bodyFromHtml(html)
  if (edited === null) return null
  if (base.trim() === '') return `${edited.trimEnd()}\n`
  const baseline = bodyFromHtml(shown)
  return preserveBlocks(base, edited, baseline === null ? {} : { baseline })
}

/** Forms drop empty lines at the ends and write line ends in their own way. */
function sameButEdges(a: string, b: string): boolean {
  return a === b || bare(a) === bare(b)
}

function bare(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').trimEnd()
  return plain.slice(/^\n*/.exec(plain)![0].length)
}

/** Browsers send LF; a file that has CRLF throughout keeps it. */
function withLineEndsOf(base: string, text: string): string {
  const onlyCrlf = base.includes('\r\n') && !/(?<!\r)\n/.test(base)
  return onlyCrlf && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text
}
