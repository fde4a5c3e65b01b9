import { percentDecoded } from '#domain/percent-decoded.ts'
import { chooseLink } from '../link-rules.ts'

/**
 * Simplifies HTML from a clipboard: styles of Word and Google Docs become elements, their lists become lists, and
 * everything that is not text is removed. `htmlToMarkdown` converts the result.
 */
export function cleanPastedHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(withoutEffects(withoutOfficeMarks(html)), 'text/html')
  for (const button of body.querySelectorAll('button'))
    if (button.closest(texts)) button.replaceWith(...button.childNodes)
  for (const element of body.querySelectorAll(noText)) element.remove()
  // Google Docs wraps everything in a `<b>`.
  for (const element of body.querySelectorAll('b, strong, i, em, span, font'))
    if (element.querySelector(blocks)) element.replaceWith(...element.childNodes)
  for (const element of body.querySelectorAll<HTMLElement>('[data-css*="display:none"], [data-css*="display: none"]'))
    element.remove()
  wordLists(body)
  nestedLists(body)
  tableHeads(body)
  for (const element of body.querySelectorAll<HTMLElement>('[data-css]')) stylesToElements(element)
  for (const element of body.querySelectorAll('h1 b, h1 strong, h2 b, h2 strong, h3 b, h3 strong, h4 b, h4 strong'))
    element.replaceWith(...element.childNodes)
  for (const paragraph of body.querySelectorAll(
    'li > p:only-child, li > p:first-child, td > p:only-child, th > p:only-child',
  ))
    paragraph.replaceWith(...paragraph.childNodes)
  for (const image of body.querySelectorAll('img'))
    if (!/^(?:https?:|waiting-picture:|\/(?!\/))/i.test(image.getAttribute('src') ?? '')) image.remove()
  for (const link of body.querySelectorAll('a')) plainLink(link)
  for (const line of body.querySelectorAll('br')) if (isBetweenBlocks(line)) line.remove()
  for (const paragraph of body.querySelectorAll('p'))
    if (!paragraph.querySelector('img') && !paragraph.textContent?.replace(/\u00a0/g, ' ').trim()) paragraph.remove()
  plainSpaces(body)
  return body.innerHTML.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(' data-css=', ' style='))
}

const blocks = 'p, div, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre, hr'
/** What contains running text: a button in it, as in "Press Record", is one of its words. */
const texts = 'p, li, td, th, dd, h1, h2, h3, h4, h5, h6'
const noText =
  'style, script, meta, link, title, xml, template, noscript, button, input:not(li input[type="checkbox"]), select, textarea, svg, iframe, object'

/** Removes conditional comments and elements of Office's own namespace. */
function withoutOfficeMarks(html: string): string {
  return withoutSpans(
    withoutSpans(html, '<!--[if', '<![endif]-->').replace(/<!\[(?:if|endif)[^<>]*>/gi, ''),
    '<!--',
    '-->',
  ).replace(/<\/?o:p[^<>]*>/gi, '')
}

/**
 * Removes everything from each `open` to the next `close`, ignoring case. Uses indexes: a pattern would take
 * quadratic time on unclosed openings.
 */
function withoutSpans(text: string, open: string, close: string): string {
  // Only ASCII letters are lower-cased, so that the length stays the same.
  const small = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let kept = ''
  let from = 0
  for (;;) {
    const start = small.indexOf(open, from)
    const end = start < 0 ? -1 : small.indexOf(close, start + open.length)
    if (end < 0) return kept + text.slice(from)
    kept += text.slice(from, start)
    from = end + close.length
  }
}

/**
 * Removes handlers and renames `style`, so that styles can be read but do not apply; the Content-Security-Policy
 * would report each. Values of attributes stay: content copied from the editor keeps HTML and words in them.
 */
export function withoutEffects(html: string): string {
  return withChangedTags(withoutSpans(html, '<style', '</style>'), (names) =>
    names.replace(/\sstyle\s*=/gi, ' data-css=').replace(/\son[a-z]+\s*=/gi, ' data-on='),
  )
}

/**
 * Changes the text of opening tags outside of quotes. Goes through the text once: a pattern of a whole tag would take
 * quadratic time on unclosed quotes.
 */
function withChangedTags(html: string, change: (names: string) => string): string {
  const opening = /<[a-z]/gi
  const part = /"[^"]*"|'[^']*'|[^<>"']+|["']/y
  let changed = ''
  let from = 0
  for (let start = opening.exec(html); start; start = opening.exec(html)) {
    changed += html.slice(from, start.index + 1)
    from = start.index + 1
    part.lastIndex = from
    for (let found = part.exec(html); found; found = part.exec(html)) {
      changed += /^["']/.test(found[0]) ? found[0] : change(found[0])
      from = part.lastIndex
    }
    opening.lastIndex = from
  }
  return changed + html.slice(from)
}

/** Makes the first row of a table its header if it has none, because Markdown tables need one. */
function tableHeads(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    if (table.querySelector('th')) continue
    for (const cell of table.querySelector('tr')?.querySelectorAll('td') ?? []) {
      const head = document.createElement('th')
      head.append(...cell.childNodes)
      cell.replaceWith(head)
    }
  }
}

/** Turns Word's paragraphs that carry a list level and a visible marker into lists. */
function wordLists(body: HTMLElement): void {
  const items = [...body.querySelectorAll<HTMLElement>('p[data-css*="mso-list"]')].filter(
    (item) => !/mso-list:\s*(?:none|ignore)/i.test(item.getAttribute('data-css') ?? ''),
  )
  let stack: Array<HTMLElement> = []
  let before: Element | null = null
  for (const item of items) {
    const level = Number(/level(\d)/i.exec(item.getAttribute('data-css') ?? '')?.[1] ?? 1)
    const mark = [...item.querySelectorAll<HTMLElement>('[data-css*="mso-list"]')].find((part) =>
      /mso-list:\s*ignore/i.test(part.getAttribute('data-css') ?? ''),
    )
    const ordered = /^[\s(]*(?:\d+|[a-z]{1,4})[.)]/i.test(mark?.textContent ?? '')
    mark?.remove()
    if (!before || item.previousElementSibling !== before) stack = []
    while (stack.length > level) stack.pop()
    while (stack.length < level) {
      const list = document.createElement(ordered ? 'ol' : 'ul')
      const parent = stack.at(-1)
      if (parent) (parent.lastElementChild ?? parent.appendChild(document.createElement('li'))).append(list)
      else item.before(list)
      stack.push(list)
    }
    const entry = document.createElement('li')
    entry.append(...item.childNodes)
    stack.at(-1)?.append(entry)
    item.remove()
    before = stack[0] ?? null
  }
}

/** Moves lists that Google Docs puts beside their item into the item. */
function nestedLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol'))
    list.previousElementSibling?.append(list)
}

const highlights: Record<string, string> = {
  yellow: 'yellow',
  '#ffff00': 'yellow',
  'rgb(255, 255, 0)': 'yellow',
  '#fff2cc': 'yellow',
  lime: 'green',
  green: 'green',
  '#00ff00': 'green',
  'rgb(0, 255, 0)': 'green',
  aqua: 'blue',
  cyan: 'blue',
  '#00ffff': 'blue',
  'rgb(0, 255, 255)': 'blue',
  fuchsia: 'pink',
  magenta: 'pink',
  '#ff00ff': 'pink',
  'rgb(255, 0, 255)': 'pink',
  '#ff9900': 'orange',
  'rgb(255, 153, 0)': 'orange',
}

function stylesToElements(element: HTMLElement): void {
  const style = element.getAttribute('data-css')?.toLowerCase() ?? ''
  const inline = /^(?:span|font|b|i|strong|em)$/i.test(element.tagName)
  if (!inline || !element.textContent?.trim()) return
  const decoration = /text-decoration(?:-line)?:([^;]*)/.exec(style)?.[1] ?? ''
  if (decoration.includes('line-through')) wrapInside(element, 'del')
  if (decoration.includes('underline') && !element.closest('a') && !element.querySelector('a')) wrapInside(element, 'u')
  const color = /(?:mso-highlight|background(?:-color)?):\s*([^;]+)/.exec(style)?.[1]?.trim() ?? ''
  const name = highlights[color]
  if (name) wrapInside(element, 'mark').dataset.color = name
}

function wrapInside(element: HTMLElement, tag: string): HTMLElement {
  const wrapper = document.createElement(tag)
  wrapper.append(...element.childNodes)
  element.append(wrapper)
  return wrapper
}

/** Removes Google Docs' redirect from a link, and unwraps bookmarks and links that are not allowed. */
function plainLink(link: HTMLAnchorElement): void {
  const href = link.getAttribute('href') ?? ''
  if (!href || href.startsWith('#') || chooseLink(href).kind === 'refused') {
    link.replaceWith(...link.childNodes)
    return
  }
  const [, target] = /^https:\/\/www\.google\.com\/url\?q=([^&]+)/.exec(href) ?? []
  const address = target && percentDecoded(target)
  if (address) link.setAttribute('href', address)
}

const block = /^(?:P|DIV|H[1-6]|UL|OL|TABLE|BLOCKQUOTE|PRE|HR)$/

function isBetweenBlocks(line: Element): boolean {
  const isBlock = (node: Element | null) => !node || block.test(node.tagName) || node.tagName === 'BR'
  const alone = (line.parentElement?.children.length ?? 0) > 1 || line.parentElement?.tagName === 'BODY'
  const text = [...(line.parentElement?.childNodes ?? [])].some(
    (node) => node.nodeType === 3 && node.textContent?.trim(),
  )
  return alone && !text && isBlock(line.previousElementSibling) && isBlock(line.nextElementSibling)
}

/** Replaces the hard spaces that word processors insert. */
function plainSpaces(body: HTMLElement): void {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeValue && !node.parentElement?.closest('pre')) node.nodeValue = node.nodeValue.replace(/\u00a0/g, ' ')
  }
}
