import { bodyFromHtml } from './body-from-html.ts'
import { isHtmlBody } from './html-body.ts'
import { preserveBlocks } from './preserve-blocks.ts'
import { withRawHtmlEdits } from './raw-html-edits.ts'
import { withRawHtmlMarks } from './raw-html-marks.ts'

/**
 * A body as a client sends it. Without a format, a body that consists only of HTML elements is
 * HTML.
 */
export interface SentBody {
  content: string
  contentFormat: 'markdown' | 'html' | undefined
}

/**
 * An HTML body from a client, the Markdown that it was edited from, and the HTML that was shown for
 * it.
 */
export interface HtmlEdit {
  html: string
  base: string
  shown: string
}

/**
 * The Markdown for a body that a client sent (rulings, section 3). `base` is the body that the
 * client started from; `render` renders it as the client saw it. Markdown is returned byte for
 * byte; of HTML, only what differs from the rendered base is rewritten. Null when the HTML is
 * nested too deeply to parse. `convert` is `markdownOfHtml` or runs it in a worker.
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

/**
 * The base with the edits from the HTML; for an empty base, the whole HTML as Markdown. Null when
 * it is nested too deeply to parse.
 */
export function markdownOfHtml({ html, base, shown }: HtmlEdit): string | null {
  if (base.trim() === '') {
    const written = bodyFromHtml(html)
    return written === null ? null : `${written.trimEnd()}\n`
  }
  const raw = withRawHtmlEdits({ base, shown }, html)
  const marked = withRawHtmlMarks(raw, html)
  const edited = bodyFromHtml(marked.edited, marked.sources)
  const baseline = bodyFromHtml(marked.shown, marked.sources)
  if (edited === null) return null
  return preserveBlocks(raw.base, edited, baseline === null ? {} : { baseline })
}

/** Ignores empty lines at both ends and line ends, which HTML forms change. */
function sameButEdges(a: string, b: string): boolean {
  return a === b || bare(a) === bare(b)
}

function bare(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').trimEnd()
  return plain.slice(/^\n*/.exec(plain)![0].length)
}

/** Browsers send LF; a file that uses CRLF throughout keeps it. */
function withLineEndsOf(base: string, text: string): string {
  const onlyCrlf = base.includes('\r\n') && !/(?<!\r)\n/.test(base)
  return onlyCrlf && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text
}
