import { linkSchema, sanitizeLinkHref } from '@milkdown/kit/preset/commonmark'
import { $markSchema } from '@milkdown/kit/utils'
import { markColors } from '#domain/body-format.ts'

/** Underline, written `<u>…</u>`. */
export const underlineSchema = $markSchema('underline', () => ({
  parseDOM: [{ tag: 'u' }, { tag: 'ins' }],
  toDOM: () => ['u', 0],
  parseMarkdown: {
    match: ({ type }) => type === 'underline',
    runner: (state, node, type) => {
      state.openMark(type).next(node.children).closeMark(type)
    },
  },
  toMarkdown: {
    match: (mark) => mark.type.name === 'underline',
    runner: (state, mark) => {
      state.withMark(mark, 'underline')
    },
  },
}))

/** Highlight, written `<mark data-color="…">…</mark>`. */
export const highlightSchema = $markSchema('highlight', () => ({
  attrs: { color: { default: markColors[0], validate: 'string|null' } },
  parseDOM: [
    { tag: 'mark', getAttrs: (dom: HTMLElement) => ({ color: dom.dataset.color ?? null }) },
  ],
  toDOM: (mark) => ['mark', mark.attrs.color ? { 'data-color': mark.attrs.color } : {}, 0],
  parseMarkdown: {
    match: ({ type }) => type === 'highlight',
    runner: (state, node, type) => {
      state
        .openMark(type, { color: node.color ?? null })
        .next(node.children)
        .closeMark(type)
    },
  },
  toMarkdown: {
    match: (mark) => mark.type.name === 'highlight',
    runner: (state, mark) => {
      state.withMark(
        mark,
        'highlight',
        undefined,
        mark.attrs.color ? { color: mark.attrs.color } : {},
      )
    },
  },
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
