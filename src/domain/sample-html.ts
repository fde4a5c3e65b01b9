import fc from 'fast-check'
import type { Nodes } from 'mdast'
import { parseMarkdown } from './markdown/parse.ts'

/** Replaces each `#` by a word of its own. */
export const numbered = (html: string) => {
  const [start, ...rest] = html.split('#')
  return start + rest.map((text, index) => `word${index}${text}`).join('')
}
/** HTML with a `#` for each word, which no other text follows without a tag between them. */
const { content } = fc.letrec<{ content: string; inline: string; block: string }>((tie) => ({
  content: fc
    .array(fc.oneof({ maxDepth: 3 }, tie('inline'), tie('block')), { maxLength: 3 })
    .map((all) => all.join(' ')),
  inline: fc.oneof(
    fc.constantFrom(
      '#',
      '#|',
      '#\n#',
      '<code>#|</code>',
      '<br>',
      '# <!-- | -->',
      '<img src="/a.png">',
    ),
    fc
      .tuple(
        fc.constantFrom(
          'b',
          'i',
          'u',
          'span',
          'mark',
          'a href="/x"',
          'b style="font-weight:normal"',
        ),
        tie('content'),
      )
      .map(([tag, inner]) => `<${tag}>${inner}</${tag.split(' ')[0]}>`),
  ),
  block: fc.oneof(
    fc.constantFrom(
      '<pre># #\n\n  #</pre>',
      '<hr>',
      '<p></p>',
      '<details><summary>#</summary>#\n#</details>',
    ),
    fc
      .tuple(
        fc.constantFrom(
          'p',
          'p align="center"',
          'div',
          'h2',
          'ul><li',
          'ol start="2"><li',
          'blockquote',
          'dl><dd',
          'table><tr><td',
        ),
        tie('content'),
      )
      .map(
        ([tag, inner]) =>
          `<${tag}>${inner}</${tag
            .replace(/ [^>]*/, '')
            .split('><')
            .reverse()
            .join('></')}>`,
      ),
  ),
}))

/** For tests: nested blocks and formats around words, each of them a `#`. */
export const sampleHtml = content

/** The words of `numbered` that a reader of Markdown sees apart from each other, in order. */
export function wordsIn(markdown: string): Array<string> {
  return seenText(parseMarkdown(markdown).root).match(/word\d+(?![a-z\d])/g) ?? []
}

function seenText(node: Nodes): string {
  if (node.type === 'break') return '\n'
  if (node.type === 'html') return node.value.replace(/<[^<>]*>/g, ' ')
  if ('value' in node) return node.value
  if (!('children' in node)) return ''
  const isRunning = /^(?:paragraph|heading|strong|emphasis|delete|link|linkReference)$/.test(
    node.type,
  )
  return node.children.map(seenText).join(isRunning ? '' : '\n')
}
