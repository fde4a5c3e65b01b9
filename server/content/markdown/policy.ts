import type { Options as SanitizePolicy } from 'rehype-sanitize'
import { anchorPrefix, calloutKinds, linkSchemes, markColors } from '#domain/body-format.ts'

const align: [string, ...Array<string>] = ['align', 'left', 'center', 'right', 'justify']
/** Whole numbers up to 9999, for sizes of pictures and spans of cells. */
const wholeNumber = /^[1-9]\d{0,3}$/

/**
 * Everything that a body may contain; anything else is removed. No `style`, event handlers, forms
 * or frames; the only classes are those that the Markdown steps before the sanitiser add.
 */
export const bodyPolicy: SanitizePolicy = {
  tagNames: [
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'div',
    'span',
    'br',
    'hr',
    'wbr',
    'section',
    'a',
    'img',
    'figure',
    'figcaption',
    'blockquote',
    'q',
    'cite',
    'pre',
    'code',
    'kbd',
    'samp',
    'var',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'del',
    'ins',
    'mark',
    'small',
    'sub',
    'sup',
    'abbr',
    'dfn',
    'time',
    'ul',
    'ol',
    'li',
    'dl',
    'dt',
    'dd',
    'details',
    'summary',
    'ruby',
    'rb',
    'rt',
    'rp',
    'bdi',
    'bdo',
    'table',
    'caption',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'th',
    'td',
    'input',
  ],
  attributes: {
    '*': ['id', 'lang', ['dir', 'ltr', 'rtl', 'auto']],
    a: [
      'href',
      'title',
      // The obsolete way to set an anchor; `headings.ts` makes it an id.
      'name',
      // Footnotes: from a reference to its note and back.
      'dataFootnoteRef',
      'dataFootnoteBackref',
      'ariaDescribedBy',
      'ariaLabel',
      ['className', 'data-footnote-backref'],
    ],
    abbr: ['title'],
    // The mark of a callout: `remarkCallouts` sets it, `buildCallouts` reads it.
    blockquote: ['cite', ['dataCallout', ...calloutKinds]],
    // The language of a code block.
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    del: ['cite', 'dateTime'],
    details: ['open'],
    dfn: ['title'],
    div: [align],
    h1: [align],
    // The hidden heading of the footnotes.
    h2: [align, ['className', 'sr-only']],
    h3: [align],
    h4: [align],
    h5: [align],
    h6: [align],
    img: ['src', 'alt', 'title', ['width', wholeNumber], ['height', wholeNumber]],
    // Only the boxes of task lists; `required` below makes every other kind of input one of them.
    input: [
      ['type', 'checkbox'],
      ['disabled', true],
      ['checked', true],
    ],
    ins: ['cite', 'dateTime'],
    li: [['className', 'task-list-item'], 'value'],
    mark: [['dataColor', ...markColors]],
    ol: [
      ['className', 'contains-task-list'],
      'start',
      'reversed',
      ['type', '1', 'a', 'A', 'i', 'I'],
    ],
    p: [align],
    q: ['cite'],
    section: ['dataFootnotes', ['className', 'footnotes']],
    td: [align, ['colSpan', wholeNumber], ['rowSpan', wholeNumber]],
    th: [
      align,
      ['colSpan', wholeNumber],
      ['rowSpan', wholeNumber],
      ['scope', 'row', 'col', 'rowgroup', 'colgroup'],
    ],
    time: ['dateTime'],
    ul: [['className', 'contains-task-list']],
  },
  protocols: {
    href: linkSchemes,
    // A picture comes from this site or over the web; `data:` could carry anything.
    src: ['http', 'https'],
    cite: ['http', 'https'],
  },
  required: { input: { type: 'checkbox', disabled: true } },
  // From cells outside of a table, a browser would build another tree than the one that was
  // checked.
  ancestors: Object.fromEntries(
    ['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'].map((name) => [name, ['table']]),
  ),
  // Elements that are removed with their content, which is not text for readers.
  strip:
    'script style template noscript noembed noframes iframe object embed applet svg math title textarea select xmp plaintext audio video canvas'.split(
      ' ',
    ),
  // Prefixed; see above.
  clobber: ['id', 'name', 'ariaDescribedBy'],
  clobberPrefix: anchorPrefix,
  allowComments: false,
  allowDoctypes: false,
}
