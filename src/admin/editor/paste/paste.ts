import { parserCtx } from '@milkdown/kit/core'
import type { Node, Slice } from '@milkdown/kit/prose/model'
import { Plugin, Selection } from '@milkdown/kit/prose/state'
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
import { cleanPastedHtml } from './clean-html.ts'
import { type EdgeSpaces, edgeSpacesIn, edgeSpacesOf } from './edge-spaces.ts'
import { insertInPlace, insertPasted } from './insert-pasted.ts'
import { copiedCells, pasteIntoTable } from './paste-cells.ts'
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
          const doc = view.state.schema.topNodeType.createAndFill(null, slice.content)
          const codec = codecOf()
          if (!doc || !codec) return slice.content.textBetween(0, slice.content.size, '\n\n')
          return writeTree(codec.treeOf(doc)).trimEnd()
        },
      },
    })
  })
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

function codeBlock(view: EditorView, language: string, text: string): Node | null {
  const { schema } = view.state
  const code = schema.nodes.code_block?.create({ language }, schema.text(text))
  return code ? schema.topNodeType.create(null, code) : null
}

function insert(view: EditorView, doc: Node | null | undefined, spaces: EdgeSpaces): boolean {
  if (!doc || doc.content.size === 0) return false
  view.dispatch(insertPasted(view.state, doc, spaces))
  return true
}
