import { bodyFromHtml } from './body-from-html.ts'
import { isHtmlBody } from './html-body.ts'
import { preserveBlocks } from './preserve-blocks.ts'

/** A body as a client sends it; without a format, one made of HTML elements only counts as HTML. */
export interface SentBody {
  content: string
  contentFormat: 'markdown' | 'html' | undefined
}

/**
 * The Markdown that a client means by the body it sent (rulings, section 3). `base` is the body that it started from and `render` shows it as the
 * client has seen it. Markdown stays byte for byte; of HTML, only what differs from the rendered base is written anew. Null when the HTML is nested too
 * deeply to be read.
 */
export async function sentMarkdown(
  { content, contentFormat }: SentBody,
  base: string,
  render: (markdown: string) => Promise<string>,
): Promise<string | null> {
  if (sameButEdges(content, base)) return base
  if (contentFormat === 'markdown' || (contentFormat === undefined && !isHtmlBody(content)))
    return withLineEndsOf(base, content)
  const shown = base.trim() === '' ? '' : await render(base)
  if (shown.trim() === content.trim()) return base
  const edited = bodyFromHtml(content)
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
  return text.replace(/\r\n?/g, '\n').replace(/^\n+|\s+$/g, '')
}

/** Browsers send LF; a file that has CRLF throughout keeps it. */
function withLineEndsOf(base: string, text: string): string {
  const onlyCrlf = base.includes('\r\n') && !/(?<!\r)\n/.test(base)
  return onlyCrlf && !text.includes('\r') ? text.replaceAll('\n', '\r\n') : text
}
