import type { Nodes } from 'mdast'
import { endOf, parseMarkdown, startOf } from '#domain/markdown/parse.ts'
import { Source } from '#domain/markdown/source.ts'

/** A pattern for links to one address of the site, with or without the origin. It does not match what follows the address (`#part`, a title). */
function linkPattern(address: string, siteUrl: string): RegExp {
  const start = String.raw`(\]\([ \t]*<?|\]:[ \t]*<?|\bhref[ \t]*=[ \t]*["']|<)`
  return new RegExp(`${start}(${escaped(siteUrl)})?${escaped(address)}(?=[)\\s"'#?>]|/[)\\s"'#?>]|$)`, 'g')
}

/** The body with links to `to` instead of `from`. All other bytes stay, also in code. */
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

/** The same for the frontmatter of a file: only links in Markdown values are changed, no aliases. */
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
