import type { Element } from 'hast'
import { toString as textIn } from 'hast-util-to-string'
import { classesOf } from '../html-tree.ts'

/** The number of a footnote in the text of its mark; null for any other text. */
export function footnoteNumber(words: string): string | null {
  return /^\s{0,9}\[?(\d{1,4})\]?\.?\s{0,9}$/.exec(words)?.[1] ?? null
}

/**
 * The number of the footnote that an element marks in a text, as WordPress (`<sup class="fn">`) and
 * Substack write it; null for any other element.
 */
export function footnoteMark(node: Element): string | null {
  const name = node.tagName === 'sup' ? 'fn' : node.tagName === 'a' ? 'footnote-anchor' : null
  return name !== null && classesOf(node).includes(name) ? footnoteNumber(textIn(node)) : null
}

/** A footnote in Markdown; what follows its first line is indented. */
export function footnoteDefinition(label: string, markdown: string): string {
  return `[^${label}]: ${markdown.trim().replaceAll('\n', '\n    ').replaceAll('\n    \n', '\n\n')}`
}

/** Footnotes that stand apart from their text, as HTML that the import reads as such. */
export function footnotesHtml(contents: ReadonlyArray<string>): string {
  return contents
    .map(
      (content, index) =>
        `<div class="footnote"><a class="footnote-number">${index + 1}</a><div class="footnote-content"><p>${content}</p></div></div>`,
    )
    .join('\n')
}
