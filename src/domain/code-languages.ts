import type { Element, ElementContent, Root } from 'hast'

/**
 * Writes the language of each code block as the class that converters of HTML read (`language-NAME`
 * of its `code`), wherever a highlighter states it: on the block, on an element around it, or in an
 * attribute. Changes the tree in place.
 */
export function nameCodeLanguages(node: Root | Element, around: string | null = null): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue
    const language = languageOf(child) ?? around
    if (child.tagName === 'pre') nameLanguage(child, language)
    else nameCodeLanguages(child, language)
  }
}

/** The code in a block. */
export function codeIn(pre: Element): Element | undefined {
  return pre.children.find(
    (child): child is Element => child.type === 'element' && child.tagName === 'code',
  )
}

function nameLanguage(pre: Element, around: string | null) {
  const code = codeIn(pre)
  const language = (code && languageOf(code)) ?? around
  if (language === null) return
  const className = [`language-${language}`]
  if (code) code.properties = { ...code.properties, className }
  else {
    const children = pre.children as Array<ElementContent>
    pre.children = [{ type: 'element', tagName: 'code', properties: { className }, children }]
  }
}

/**
 * Prism, highlight.js and Rouge, GitHub, SyntaxHighlighter, Pandoc; Hugo and others have an
 * attribute.
 */
function languageOf({ properties }: Element): string | null {
  const classes = [properties.className ?? []].flat().join(' ')
  const [, named] =
    /(?:^| )(?:language-|lang-|highlight-(?:source|text)-|brush: ?|sourceCode )([\w+#.-]{1,30})/.exec(
      classes,
    ) ?? []
  const given = named ?? properties.dataLang ?? properties.dataLanguage
  const language = String(given ?? '').replace(/^html-(?=\w)/, '')
  return /^[\w+#.-]{1,30}$/.test(language) ? language : null
}
