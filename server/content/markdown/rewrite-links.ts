import type { Nodes } from 'mdast'
import { endOf, parseMarkdown, startOf } from '#domain/markdown/parse.ts'
import { Source } from '#domain/markdown/source.ts'

/** Finds links to one address of the site, also written with its origin; what follows the address (`#part`, `?query`, a title) stays. */
function linkPattern(address: string, siteUrl: string): RegExp {
  const start = String.raw`(\]\([ \t]*<?|\]:[ \t]*<?|\bhref[ \t]*=[ \t]*["']|<)`
  return new RegExp(`${start}(${escaped(siteUrl)})?${escaped(address)}(?=[)\\s"'#?>]|/[)\\s"'#?>]|$)`, 'g')
}

/** A body whose links lead to `to` instead of `from`; all else stays byte for byte, code too. */
export function withLinksTo(markdown: string, from: string, to: string, siteUrl: string): string {
  if (!markdown.includes(from)) return markdown
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
    return text.replace(linkPattern(from, siteUrl), (_, start: string, origin = '') => `${start}${origin}${to}`)
  }
}

/** The head of a file: only links within Markdown count there, an alias is none. */
export function withHeadLinksTo(head: string, from: string, to: string, siteUrl: string): string {
  if (!head.includes(from)) return head
  return head.replace(linkPattern(from, siteUrl), (link, start: string, origin = '') =>
    start.startsWith(']') ? `${start}${origin}${to}` : link,
  )
}

function codeIn(node: Nodes): Array<Nodes> {
  if (node.type === 'code' || node.type === 'inlineCode') return [node]
  return 'children' in node ? node.children.flatMap(codeIn) : []
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
