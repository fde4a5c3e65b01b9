import { imageSchema } from '@milkdown/kit/preset/commonmark'
import type { JSONRecord, NodeSchema } from '@milkdown/kit/transformer'
import { $nodeSchema } from '@milkdown/kit/utils'
import { deviceLanguage } from '#domain/devices/device-block.ts'

/**
 * A picture with an optional title. The kit's schema rejects a picture without a title and drops
 * it.
 */
export const pictureSchema = imageSchema.extendSchema((previous) => (ctx) => ({
  ...previous(ctx),
  parseDOM: [
    {
      tag: 'img[src]',
      getAttrs: (dom) => ({
        src: dom.getAttribute('src') ?? '',
        alt: dom.getAttribute('alt') ?? '',
        title: dom.getAttribute('title') ?? '',
      }),
    },
  ],
  toDOM: ({ attrs }) => [
    'img',
    { src: attrs.src, alt: attrs.alt, ...(attrs.title ? { title: attrs.title } : {}) },
  ],
  parseMarkdown: {
    match: ({ type }) => type === 'image',
    runner: (state, node, type) => {
      const text = (value: unknown) => (typeof value === 'string' ? value : '')
      state.addNode(type, { src: text(node.url), alt: text(node.alt), title: text(node.title) })
    },
  },
  toMarkdown: {
    match: (node) => node.type.name === 'image',
    runner: (state, { attrs }) => {
      state.addNode('image', undefined, undefined, {
        url: attrs.src,
        alt: attrs.alt,
        title: attrs.title || null,
      })
    },
  },
}))

/** The settings of a device: a block of code with the YAML of `readDevice`. */
export const deviceSchema = $nodeSchema('device', () =>
  textBlock('device', 'data-device', 'device', 'code', { lang: deviceLanguage }),
)

/** Markdown that rich text cannot represent, shown and edited as source. */
export const sourceBlockSchema = $nodeSchema('source_block', () =>
  textBlock('source_block', 'data-source-block', 'sourceBlock', 'sourceBlock', {}),
)

/**
 * A block that is one thing for the caret; its text is an attribute. `attribute` marks its element
 * on the clipboard; it is read from nodes of Markdown of type `read`, and written as `written`.
 */
function textBlock(
  name: string,
  attribute: string,
  read: string,
  written: string,
  fields: JSONRecord,
): NodeSchema {
  return {
    group: 'block',
    atom: true,
    selectable: true,
    draggable: false,
    isolating: true,
    attrs: { value: { default: '', validate: 'string' } },
    parseDOM: [
      {
        tag: `pre[${attribute}]`,
        // Without it, the rule of code blocks for every `pre`, which comes first, would match.
        priority: 60,
        preserveWhitespace: 'full',
        getAttrs: (dom: HTMLElement) => ({ value: dom.textContent ?? '' }),
      },
    ],
    // HTML drops a line end right after `<pre>`.
    toDOM: (node) => ['pre', { [attribute]: '' }, ['code', node.attrs.value]],
    parseMarkdown: {
      match: ({ type }) => type === read,
      runner: (state, node, type) => {
        state.addNode(type, { value: node.value ?? '' })
      },
    },
    toMarkdown: {
      match: (node) => node.type.name === name,
      runner: (state, node) => {
        state.addNode(written, undefined, node.attrs.value, fields)
      },
    },
  }
}
