import { imageSchema } from '@milkdown/kit/preset/commonmark'
import { $nodeSchema } from '@milkdown/kit/utils'
import { deviceLanguage } from '#domain/devices/device-block.ts'

/** A picture with an optional title. The kit's schema rejects a picture without a title and drops it. */
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
  toDOM: ({ attrs }) => ['img', { src: attrs.src, alt: attrs.alt, ...(attrs.title ? { title: attrs.title } : {}) }],
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
      state.addNode('image', undefined, undefined, { url: attrs.src, alt: attrs.alt, title: attrs.title || null })
    },
  },
}))

/** The settings of a device: a block of code with the YAML of `readDevice`. */
export const deviceSchema = $nodeSchema('device', () => ({
  group: 'block',
  atom: true,
  selectable: true,
  draggable: false,
  isolating: true,
  attrs: { value: { default: '', validate: 'string' } },
  parseDOM: [
    {
      tag: 'pre[data-device]',
      preserveWhitespace: 'full',
      getAttrs: (dom: HTMLElement) => ({ value: dom.textContent ?? '' }),
    },
  ],
  toDOM: (node) => ['pre', { 'data-device': '' }, node.attrs.value],
  parseMarkdown: {
    match: ({ type }) => type === 'device',
    runner: (state, node, type) => {
      state.addNode(type, { value: node.value ?? '' })
    },
  },
  toMarkdown: {
    match: (node) => node.type.name === 'device',
    runner: (state, node) => {
      state.addNode('code', undefined, node.attrs.value, { lang: deviceLanguage })
    },
  },
}))

/** Markdown that rich text cannot represent, shown and edited as source. */
export const sourceBlockSchema = $nodeSchema('source_block', () => ({
  group: 'block',
  atom: true,
  selectable: true,
  draggable: false,
  isolating: true,
  attrs: { value: { default: '', validate: 'string' } },
  parseDOM: [
    {
      tag: 'pre[data-source-block]',
      preserveWhitespace: 'full',
      getAttrs: (dom: HTMLElement) => ({ value: dom.textContent ?? '' }),
    },
  ],
  toDOM: (node) => ['pre', { 'data-source-block': '' }, node.attrs.value],
  parseMarkdown: {
    match: ({ type }) => type === 'sourceBlock',
    runner: (state, node, type) => {
      state.addNode(type, { value: node.value ?? '' })
    },
  },
  toMarkdown: {
    match: (node) => node.type.name === 'source_block',
    runner: (state, node) => {
      state.addNode('sourceBlock', undefined, node.attrs.value)
    },
  },
}))
