import {
  blockquoteSchema,
  headingSchema,
  linkSchema,
  paragraphSchema,
  sanitizeLinkHref,
} from '@milkdown/kit/preset/commonmark'
import type { Attrs, Mark, Node } from '@milkdown/kit/prose/model'
import type { JSONRecord, MarkdownNode, MarkSchema, NodeSchema } from '@milkdown/kit/transformer'
import { $markSchema } from '@milkdown/kit/utils'
import { markColors } from '#domain/body-format.ts'
import { alignments } from '../markdown/editor-tree.ts'

/** How a mark is read from Markdown and written, with its attributes there and in the editor. */
function markRules(
  kind: string,
  read: (node: MarkdownNode) => Attrs,
  write: (mark: Mark) => JSONRecord,
): Pick<MarkSchema, 'parseMarkdown' | 'toMarkdown'> {
  return {
    parseMarkdown: {
      match: ({ type }) => type === kind,
      runner: (state, node, type) => {
        state.openMark(type, read(node)).next(node.children).closeMark(type)
      },
    },
    toMarkdown: {
      match: (mark) => mark.type.name === kind,
      runner: (state, mark) => {
        state.withMark(mark, kind, undefined, write(mark))
      },
    },
  }
}

/** Underline, written `<u>…</u>`. */
export const underlineSchema = $markSchema('underline', () => ({
  parseDOM: [{ tag: 'u' }, { tag: 'ins' }],
  toDOM: () => ['u', 0],
  ...markRules(
    'underline',
    () => ({}),
    () => ({}),
  ),
}))

/** Highlight, written `<mark data-color="…">…</mark>`. */
export const highlightSchema = $markSchema('highlight', () => ({
  attrs: { color: { default: markColors[0], validate: 'string|null' } },
  parseDOM: [
    { tag: 'mark', getAttrs: (dom: HTMLElement) => ({ color: dom.dataset.color ?? null }) },
  ],
  toDOM: (mark) => ['mark', mark.attrs.color ? { 'data-color': mark.attrs.color } : {}, 0],
  ...markRules(
    'highlight',
    ({ color }) => ({ color: color ?? null }),
    ({ attrs: { color } }): JSONRecord => (color ? { color } : {}),
  ),
}))

/**
 * A link that does not extend to text typed after it, and that is the outermost format, so that one
 * link is not split. The kit empties addresses with an unknown scheme, so `data-href` keeps the
 * address for the clipboard.
 */
export const plainLink = linkSchema.extendSchema((previous) => (ctx) => {
  const link = previous(ctx)
  return {
    ...link,
    priority: 10,
    inclusive: false,
    // How it was typed: `<https://e.org>`, or with its text and address.
    attrs: { ...link.attrs, form: { default: null, validate: 'string|null' } },
    toMarkdown: {
      ...link.toMarkdown,
      runner: (state, mark) => {
        const { href: url, title, form } = mark.attrs
        state.withMark(mark, 'link', undefined, { url, title, ...(form && { form }) })
      },
    },
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (dom: HTMLElement) => ({
          href: dom.dataset.href ?? dom.getAttribute('href'),
          title: dom.getAttribute('title'),
        }),
      },
    ],
    toDOM: ({ attrs: { href, title } }) => {
      const safe = sanitizeLinkHref(href)
      return ['a', { href: safe, title, ...(safe === href ? {} : { 'data-href': href }) }]
    },
  }
})

const align = {
  default: null,
  validate: 'string|null',
}

const alignOf = (dom: HTMLElement) => {
  const value = dom.dataset.align ?? dom.getAttribute('align') ?? dom.style.textAlign
  return (alignments as ReadonlyArray<string>).includes(value) && value !== 'left' ? value : null
}

const alignProps = (node: Node): JSONRecord => (node.attrs.align ? { align: node.attrs.align } : {})

/**
 * How a block with content is read from Markdown and written, with its attributes there and in the
 * editor.
 */
function markdownRules(
  kind: string,
  read: (node: MarkdownNode) => Attrs,
  write: (node: Node) => JSONRecord,
): Pick<NodeSchema, 'parseMarkdown' | 'toMarkdown'> {
  return {
    parseMarkdown: {
      match: ({ type }) => type === kind,
      runner: (state, node, type) => {
        state.openNode(type, read(node)).next(node.children).closeNode()
      },
    },
    toMarkdown: {
      match: (node) => node.type.name === kind,
      runner: (state, node) => {
        state.openNode(kind, undefined, write(node)).next(node.content).closeNode()
      },
    },
  }
}

/** A paragraph with optional alignment. */
export const alignedParagraph = paragraphSchema.extendSchema((previous) => (ctx) => ({
  ...previous(ctx),
  attrs: { align },
  parseDOM: [{ tag: 'p', getAttrs: (dom) => ({ align: alignOf(dom) }) }],
  toDOM: (node) => ['p', node.attrs.align ? { 'data-align': node.attrs.align } : {}, 0],
  ...markdownRules('paragraph', ({ align }) => ({ align: align ?? null }), alignProps),
}))

/**
 * A heading with optional alignment and without an id: content must not define ids in the editor's
 * page.
 */
export const alignedHeading = headingSchema.extendSchema((previous) => (ctx) => ({
  ...previous(ctx),
  attrs: { level: { default: 2, validate: 'number' }, align },
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
    tag: `h${level}`,
    getAttrs: (dom: HTMLElement) => ({ level, align: alignOf(dom) }),
  })),
  toDOM: (node) => [
    `h${node.attrs.level}`,
    node.attrs.align ? { 'data-align': node.attrs.align } : {},
    0,
  ],
  ...markdownRules(
    'heading',
    ({ depth, align }) => ({ level: depth, align: align ?? null }),
    (node) => ({ depth: node.attrs.level, ...alignProps(node) }),
  ),
}))

/** A quote that may be one of GitHub's callouts; the attribute keeps the spelling of the text. */
export const calloutQuote = blockquoteSchema.extendSchema((previous) => (ctx) => ({
  ...previous(ctx),
  attrs: { callout: { default: null, validate: 'string|null' } },
  parseDOM: [
    {
      tag: 'blockquote',
      getAttrs: ({ dataset }) => ({ callout: dataset.marker ?? dataset.callout ?? null }),
    },
  ],
  toDOM: ({ attrs: { callout } }) => [
    'blockquote',
    callout ? { 'data-callout': callout.toLowerCase(), 'data-marker': callout } : {},
    0,
  ],
  ...markdownRules(
    'blockquote',
    ({ callout }) => ({ callout: callout ?? null }),
    ({ attrs: { callout } }): JSONRecord => (callout ? { callout } : {}),
  ),
}))
