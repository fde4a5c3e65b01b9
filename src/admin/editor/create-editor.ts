import {
  defaultValueCtx,
  Editor,
  editorStateOptionsCtx,
  editorViewCtx,
  editorViewOptionsCtx,
  parserCtx,
  rootCtx,
  schemaCtx,
  serializerCtx,
} from '@milkdown/kit/core'
import type { MilkdownPlugin } from '@milkdown/kit/ctx'
import { history, historyProviderConfig } from '@milkdown/kit/plugin/history'
import { trailing } from '@milkdown/kit/plugin/trailing'
import * as commonmark from '@milkdown/kit/preset/commonmark'
import * as gfm from '@milkdown/kit/preset/gfm'
import { dropCursor } from '@milkdown/kit/prose/dropcursor'
import { gapCursor } from '@milkdown/kit/prose/gapcursor'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { createDocumentCodec, type DocumentCodec, type OpenedText } from './document-codec.ts'
import { writeTree } from './markdown/write-tree.ts'
import { headedTable, listItem, tableCell, tableHeader } from './schema/lists-and-tables.ts'
import {
  alignedHeading,
  alignedParagraph,
  calloutQuote,
  highlightSchema,
  plainLink,
  underlineSchema,
} from './schema/text-schema.ts'
import { deviceSchema, pictureSchema, sourceBlockSchema } from './schema/things.ts'
import { formatAsTyped } from './typing/format-as-typed.ts'

/** The number of undo steps; typing within the delay is one step (specification, section 9). */
const undoDepth = 100
const undoGroupingMs = 500

/**
 * Plugins of the kit that are left out: `markdown/` converts text, so none of the kit's steps on
 * Markdown may run; lists number themselves; `formatAsTyped` reads formats that are typed as
 * Markdown does, the kit by patterns, and puts the caret below a rule; `keys.ts` has all keys, and
 * table cells may have line breaks.
 */
const unwanted = new Set<MilkdownPlugin>(
  [
    commonmark.remarkAddOrderInListPlugin,
    commonmark.remarkInlineLinkPlugin,
    commonmark.remarkLineBreak,
    commonmark.remarkHtmlTransformer,
    commonmark.remarkMarker,
    commonmark.remarkPreserveEmptyLinePlugin,
    commonmark.syncHeadingIdPlugin,
    commonmark.syncListOrderPlugin,
    commonmark.markInputRules,
    commonmark.insertHrInputRule,
    gfm.markInputRules,
    gfm.insertTableInputRule,
    commonmark.keymap,
    commonmark.hardbreakFilterNodes,
    commonmark.hardbreakFilterPlugin,
    gfm.keymap,
  ].flat(),
)

const schema: ReadonlyArray<MilkdownPlugin> = [
  alignedParagraph,
  alignedHeading,
  calloutQuote,
  plainLink,
  pictureSchema,
  listItem,
  headedTable,
  tableCell,
  tableHeader,
  underlineSchema,
  highlightSchema,
  sourceBlockSchema,
  deviceSchema,
].flat()

/** The places where text that is dragged lands, and those between blocks where no text is. */
const cursors: ReadonlyArray<MilkdownPlugin> = [
  $prose(() => dropCursor({ color: false, width: 2, class: 'bg-accent-ink' })),
  $prose(() => gapCursor()),
]

/** A running editor and its Markdown codec. */
export interface OpenEditor {
  view: EditorView
  codec: DocumentCodec
  opened: OpenedText
}

/**
 * Prepares an editor for a text; `onOpen` is called when it is ready. `plugins` are added by the
 * screen: keys, menus, uploads.
 */
export function createEditor(options: {
  root: HTMLElement
  markdown: string
  attributes: () => Record<string, string>
  plugins: ReadonlyArray<MilkdownPlugin>
  onOpen: (editor: OpenEditor) => void
}): Editor {
  let parts: Omit<OpenEditor, 'view'> | null = null
  const editor = Editor.make()
    .config((ctx) => {
      ctx.set(rootCtx, options.root)
      ctx.set(defaultValueCtx, '')
      ctx.set(historyProviderConfig.key, { depth: undoDepth, newGroupDelay: undoGroupingMs })
      ctx.set(editorViewOptionsCtx, { attributes: options.attributes })
      ctx.set(editorStateOptionsCtx, (state) => {
        const codec = createDocumentCodec(ctx.get(schemaCtx))
        const opened = codec.open(options.markdown)
        parts = { codec, opened }
        ctx.set(parserCtx, (markdown) => codec.open(markdown).doc)
        ctx.set(serializerCtx, (doc) => writeTree(codec.treeOf(doc)))
        return { ...state, doc: opened.doc }
      })
    })
    // First, so that a paste or key reaches them before the kit's editing of tables.
    .use([...options.plugins])
    .use([...commonmark.commonmark, ...gfm.gfm].filter((plugin) => !unwanted.has(plugin)))
    .use([...schema])
    .use(formatAsTyped)
    .use(history)
    .use([...cursors])
    .use(trailing)
  editor.onStatusChange((status) => {
    if (status === 'Created' && parts)
      options.onOpen({ view: editor.ctx.get(editorViewCtx), ...parts })
  })
  return editor
}
