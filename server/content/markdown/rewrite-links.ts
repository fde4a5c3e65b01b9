import type { Nodes } from 'mdast'
import { endOf, parseMarkdown, startOf } from '#domain/markdown/parse.ts'
import { Source } from '#domain/markdown/source.ts'

/**
 * The ways in which a text may write an address: plainly or percent-encoded, composed (NFC) or not.
 * As a pattern.
 */
function spellingsOf(address: string): string {
  const forms = new Set([address, address.normalize('NFD')])
  const encoded = [...forms].map((form) => encodeURI(form).replace(/%[A-F\d]{2}/g, eitherCase))
  return [...new Set([...[...forms].map(escaped), ...encoded])].join('|')
}

const eitherCase = (code: string) =>
  code.replace(/[A-F]/g, (digit) => `[${digit}${digit.toLowerCase()}]`)

/** Whether a text names an address of the site, given as its normal form. */
export function namesAddress(text: string, address: string): boolean {
  return (
    text.includes(address) ||
    (/[^ -~]/.test(address) && new RegExp(spellingsOf(address)).test(text))
  )
}

/**
 * A pattern for links to one address of the site, given as its normal form, with or without the
 * origin. It does not match what follows the address (`#part`, a title).
 */
function linkPattern(address: string, siteUrl: string): RegExp {
  const start = String.raw`(\]\([ \t]*<?|\]:[ \t]*<?|\bhref[ \t]*=[ \t]*["']|<)`
  return new RegExp(
    `${start}(${escaped(siteUrl)})?(${spellingsOf(address)})(?=[)\\s"'#?>]|/[)\\s"'#?>]|$)`,
    'g',
  )
}

/**
 * The address that takes the place of another one: plain where that one was written with plain
 * letters, otherwise percent-encoded.
 */
const writtenLike = (written: string, address: string) =>
  /[^ -~]/.test(written) ? address : encodeURI(address)

/**
 * The body with links to `to` instead of `from`, both as normal addresses. All other bytes stay,
 * also in code.
 */
export function withLinksTo(markdown: string, from: string, to: string, siteUrl: string): string {
  if (!namesAddress(markdown, from)) return markdown
  const { root } = parseMarkdown(markdown)
  const source = new Source(markdown)
  let result = ''
  let end = 0
  for (const code of codeIn(root)) {
    result += inText(source.slice(end, startOf(code))) + source.slice(startOf(code), endOf(code))
    end = endOf(code)
  }
  return result + inText(source.slice(end, source.text.length))

  function inText(text: string): string {
    return text.replace(
      linkPattern(from, siteUrl),
      (_, start: string, origin = '', written = '') =>
        `${start}${origin}${writtenLike(written, to)}`,
    )
  }
}

/**
 * The same for the frontmatter of a file: only links in Markdown values are changed, no aliases.
 */
export function withHeadLinksTo(head: string, from: string, to: string, siteUrl: string): string {
  if (!namesAddress(head, from)) return head
  return head.replace(
    linkPattern(from, siteUrl),
    (link, start: string, origin = '', written = '') =>
      start.startsWith(']') ? `${start}${origin}${writtenLike(written, to)}` : link,
  )
}

function codeIn(node: Nodes): Array<Nodes> {
  if (node.type === 'code' || node.type === 'inlineCode') return [node]
  return 'children' in node ? node.children.flatMap(codeIn) : []
}

function escaped(text: string) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
