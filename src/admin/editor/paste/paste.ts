import { parserCtx } from '@milkdown/kit/core'
import { Fragment, type Node, Slice } from '@milkdown/kit/prose/model'
import { type EditorState, Plugin, Selection, type Transaction } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { withFrontMatter } from '#domain/front-matter.ts'
import { htmlToMarkdown } from '#domain/html-to-markdown.ts'
import { xmlCharacters } from '#domain/xml-characters.ts'
import { showLeftOut } from '../../editing/front-matter-message.ts'
import { setLink } from '../commands.ts'
import type { DocumentCodec } from '../document-codec.ts'
import { insertOwnLink } from '../links/insert-own-link.ts'
import type { LinkSource } from '../links/link-source.ts'
import { ownPath } from '../links/own-address.ts'
import { writeTree } from '../markdown/write-tree.ts'
import { nodesOf } from '../schema/type-names.ts'
import { cleanPastedHtml } from './clean-html.ts'
import { type EdgeSpaces, edgeSpacesIn, edgeSpacesOf } from './edge-spaces.ts'
import { type Cells, copiedCells, pasteCells, pasteIntoTable } from './paste-cells.ts'
import { markdownOfPlainText, withLineFeeds } from './plain-text.ts'
import { withoutEffects } from './without-effects.ts'

/**
 * Converts pasted content to clean Markdown first: HTML of word processors and pages, Markdown, or
 * an address over selected words. Copied text is Markdown for other programs.
 */
export function pastePlugin(
  codecOf: () => DocumentCodec | null,
  links: () => LinkSource | undefined,
) {
  return $prose((ctx) => {
    /** Inserts what was pasted or dropped at the selection; false when ProseMirror shall do it. */
    function insertData(view: EditorView, data: DataTransfer, slice: Slice) {
      if (view.state.selection.$from.parent.type.spec.code) return false
      // Control characters, which some programs leave in what they copy, are not shown, and no feed
      // can contain them.
      const html = xmlCharacters(data.getData('text/html'))
      const text = xmlCharacters(withLineFeeds(data.getData('text/plain')))
      // Content copied from this editor is inserted unchanged.
      if (html.includes('data-pm-slice')) {
        const cells = copiedCells(html, view.state.schema)
        const tr = insertInPlace(view.state, slice, cells)
        if (tr) view.dispatch(tr.setMeta('paste', true))
        return tr !== null
      }
      const language = codeLanguageOf(data)
      if (text && language) return insert(view, codeBlock(view, language, text), noSpaces)
      const own = ownPath(text)
      if (!html && isAddress(text) && !view.state.selection.empty)
        return setLink(own ?? text.trim())(view.state, view.dispatch)
      if (!html && isAddress(text) && own !== null && links()) {
        const { from, to } = view.state.selection
        void insertOwnLink(view, { path: own, from, to }, links())
        return true
      }
      const { markdown, spaces } =
        (html ? richText(html) : null) ?? plainText(withoutFrontMatter(text))
      // Of white space alone, ProseMirror would make empty cells in place of others.
      if (!markdown) return isInTable(view.state)
      return insert(view, ctx.get(parserCtx)(withOwnPaths(markdown)), spaces)
    }
    return new Plugin({
      props: {
        transformPastedHTML: withoutEffects,
        handlePaste: (view, event, slice) =>
          event.clipboardData !== null && insertData(view, event.clipboardData, slice),
        // Elsewhere the kit drops between blocks, where its line shows.
        handleDrop(view, event, slice, moved) {
          const data = event.dataTransfer
          const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
          if (!data || at === undefined) return false
          const { tr } = view.state
          if (moved) tr.deleteSelection()
          tr.setSelection(Selection.near(tr.doc.resolve(tr.mapping.map(at)), -1))
          const there = view.state.apply(tr)
          if (!isInTable(there)) return false
          // What is moved is taken away and inserted in one step of the history.
          for (const step of (view.dragging && pasteIntoTable(there, slice, null))?.steps ?? [])
            tr.step(step)
          view.dispatch(tr.setMeta('uiEvent', 'drop'))
          return view.dragging !== null || insertData(view, data, slice)
        },
        clipboardTextSerializer(slice, view) {
          const codec = codecOf()
          return codec
            ? copiedMarkdown(view.state, slice, codec)
            : slice.content.textBetween(0, slice.content.size, '\n\n')
        },
      },
    })
  })
}

/** A text of another program as the document that a paste would make of it. */
export const pastedDocument = (text: string, codec: DocumentCodec): Node =>
  codec.open(withOwnPaths(plainText(xmlCharacters(withLineFeeds(text))).markdown)).doc

/**
 * Puts a document in place of the selected words: where both have the same blocks at their ends, the
 * ends join the text around them, also in headings, lists and quotes; else as a paste does.
 */
export function pasteOver(view: EditorView, doc: Node): void {
  const { state } = view
  const { from, to } = state.selection
  const words = state.doc.slice(from, to, true)
  const { openStart, openEnd } = words
  const spaces = edgeSpacesOf(state.doc.textBetween(from, to))
  const isAlike =
    hasSameEnd(words.content, doc.content, openStart, 'firstChild') &&
    hasSameEnd(words.content, doc.content, openEnd, 'lastChild')
  const joined = () => new Slice(withSpaces(state, doc.content, spaces), openStart, openEnd)
  view.dispatch(isAlike ? state.tr.replace(from, to, joined()) : insertPasted(state, doc, spaces))
}

/** Whether the blocks at an end are of the same types, as deep as the words are open there. */
function hasSameEnd(
  words: Fragment,
  other: Fragment,
  depth: number,
  end: 'firstChild' | 'lastChild',
): boolean {
  if (depth === 0) return true
  const [one, two] = [words[end], other[end]]
  if (!one || one.type !== two?.type) return false
  return hasSameEnd(one.content, two.content, depth - 1, end)
}

/** What was copied, as Markdown. */
export function copiedMarkdown(
  { schema }: EditorState,
  { content }: Slice,
  codec: DocumentCodec,
): string {
  const doc = schema.topNodeType.createAndFill(null, content)
  return doc ? writeTree(codec.treeOf(doc)).trimEnd() : content.textBetween(0, content.size, '\n\n')
}

/** Markdown of a clipboard, and the spaces around it, which Markdown cannot hold. */
interface PastedText {
  markdown: string
  spaces: EdgeSpaces
}

const noSpaces: EdgeSpaces = { before: false, after: false }

/** Null for HTML that is nested too deeply; then its plain text counts. */
function richText(html: string): PastedText | null {
  let spaces = noSpaces
  const markdown = htmlToMarkdown(html, (tree) => {
    spaces = edgeSpacesIn(tree)
    cleanPastedHtml(tree)
  })
  return markdown === null ? null : { markdown, spaces }
}

function plainText(text: string): PastedText {
  return { markdown: markdownOfPlainText(text), spaces: edgeSpacesOf(text) }
}

/** The text without front matter, which is a text itself when it is pasted alone. */
function withoutFrontMatter(text: string): string {
  const parts = withFrontMatter(text)
  if (!parts || parts.body.trim() === '') return text
  showLeftOut(parts.keys)
  return parts.body
}

/** The Markdown of pasted rich text, with links to pages of this site as short paths. */
function withOwnPaths(markdown: string) {
  return markdown.replaceAll(`](${location.origin}/`, '](/')
}

function isAddress(text: string) {
  return /^https?:\/\/\S+$/.test(text.trim())
}

/** The language that VS Code states for copied code. */
function codeLanguageOf(data: DataTransfer): string | null {
  try {
    const { mode } = JSON.parse(data.getData('vscode-editor-data')) as { mode?: unknown }
    return typeof mode === 'string' && mode !== 'markdown' && mode !== 'plaintext' ? mode : null
  } catch {
    return null
  }
}

function codeBlock(view: EditorView, language: string, text: string): Node {
  const { schema } = view.state
  const code = nodesOf(view.state).code_block.create({ language }, schema.text(text))
  return schema.topNodeType.create(null, code)
}

function insert(view: EditorView, doc: Node | null | undefined, spaces: EdgeSpaces): boolean {
  if (!doc || doc.content.size === 0) return false
  view.dispatch(insertPasted(view.state, doc, spaces))
  return true
}

/**
 * Inserts a pasted document at the selection; text at its ends joins the surrounding text, and
 * `spaces` part them.
 */
export function insertPasted(state: EditorState, doc: Node, spaces = noSpaces): Transaction {
  const slice = new Slice(
    withSpaces(state, doc.content, spaces),
    openAt(doc.firstChild),
    openAt(doc.lastChild),
  )
  const tr = insertInPlace(state, slice, null) ?? state.tr.replaceSelection(slice)
  return tr.scrollIntoView().setMeta('paste', true)
}

/**
 * Inserts a slice where ProseMirror would tear it or what stands there: in a table, in an empty
 * list item, and copied cells, which `cells` are. Null for anything else.
 */
function insertInPlace(state: EditorState, slice: Slice, cells: Cells | null): Transaction | null {
  return (
    pasteIntoTable(state, slice, cells) ??
    pasteIntoItem(state, slice.content) ??
    (cells && pasteCells(state, cells))
  )
}

const openAt = (block: Node | null) => (block && isJoined(block) ? 1 : 0)

const isJoined = (block: Node) => block.type.name === 'paragraph' && !block.attrs.align

/**
 * Adds a space at an end that joins text without one. A paragraph begins with no space, but may end
 * with one that is typed on after.
 */
function withSpaces(state: EditorState, blocks: Fragment, { before, after }: EdgeSpaces): Fragment {
  const { $from, $to } = state.selection
  const space = state.schema.text(' ')
  const isText = (text: string | undefined, edge: RegExp) => text !== undefined && !edge.test(text)
  const first = blocks.firstChild
  const started =
    first &&
    before &&
    isJoined(first) &&
    $from.parent.isTextblock &&
    isText(textBefore($from.parent, $from.parentOffset), /\s$|^$/)
      ? blocks.replaceChild(0, first.copy(Fragment.from(space).append(first.content)))
      : blocks
  const last = started.lastChild
  return last &&
    after &&
    isJoined(last) &&
    $to.parent.isTextblock &&
    isText(textAfter($to.parent, $to.parentOffset), /^\s/)
    ? started.replaceChild(started.childCount - 1, last.copy(last.content.addToEnd(space)))
    : started
}

const textBefore = (block: Node, offset: number) => block.textBetween(0, offset, '', 'x')
const textAfter = (block: Node, offset: number) =>
  block.textBetween(offset, block.content.size, '', 'x')

/**
 * Puts the items of a pasted list in place of the empty item at the caret; null elsewhere. An only
 * item gives way to the whole list.
 */
function pasteIntoItem(state: EditorState, content: Fragment): Transaction | null {
  const { $from, empty } = state.selection
  const list = content.firstChild
  const isList =
    content.childCount === 1 && list && /^(?:bullet|ordered)_list$/.test(list.type.name)
  if (
    !isList ||
    !empty ||
    $from.depth < 3 ||
    $from.node(-1).type.name !== 'list_item' ||
    $from.node(-1).nodeSize !== 4
  )
    return null
  const depth = $from.node(-2).childCount === 1 ? $from.depth - 2 : $from.depth - 1
  const tr = state.tr.replaceWith(
    $from.before(depth),
    $from.after(depth),
    depth === $from.depth - 2 ? list : list.content,
  )
  return tr
}
