import type { Element, Root } from 'hast'
import { classesOf, elementsIn, h } from './html-tree.ts'

/**
 * Writes the language of each code block as the class that converters of HTML read (`language-NAME`
 * of its `code`), wherever a highlighter states it: on the block, on an element around it, or in an
 * attribute. Changes the tree in place.
 */
export function nameCodeLanguages(node: Root | Element, around: string | null = null): void {
  for (const child of elementsIn(node)) {
    const language = languageOf(child) ?? around
    if (child.tagName === 'pre') nameLanguage(child, language)
    else nameCodeLanguages(child, language)
  }
}

/** The code in a block. */
export function codeIn(pre: Element): Element | undefined {
  return elementsIn(pre).find(({ tagName }) => tagName === 'code')
}

function nameLanguage(pre: Element, around: string | null) {
  const code = codeIn(pre)
  const language = (code && languageOf(code)) ?? around
  if (language === null) return
  const className = [`language-${language}`]
  if (code) code.properties = { ...code.properties, className }
  else pre.children = [h('code', { className }, ...pre.children)]
}

/**
 * Prism, highlight.js and Rouge, GitHub, SyntaxHighlighter, Pandoc; Hugo and others have an
 * attribute.
 */
function languageOf(node: Element): string | null {
  const { properties } = node
  const [, named] =
    /(?:^| )(?:language-|lang-|highlight-(?:source|text)-|brush: ?|sourceCode )([\w+#.-]{1,30})/.exec(
      classesOf(node).join(' '),
    ) ?? []
  const given = named ?? properties.dataLang ?? properties.dataLanguage
  const language = String(given ?? '').replace(/^html-(?=\w)/, '')
  return /^[\w+#.-]{1,30}$/.test(language) ? language : null
}
