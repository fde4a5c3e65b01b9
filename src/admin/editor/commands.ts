import { lift, setBlockType, toggleMark, wrapIn } from '@milkdown/kit/prose/commands'
import type { Attrs, Node } from '@milkdown/kit/prose/model'
import { type Command, NodeSelection } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import { insertBlocks } from './insert-blocks.ts'
import type { Alignment } from './markdown/editor-tree.ts'
import { depthOf, linkAt } from './places.ts'
import { beginParagraph, setColumnAlignment } from './table-commands.ts'

/** Toggles bold, italic or another format on the selection, or for the text typed next. */
export function toggleFormat(name: string, attrs: Attrs | null = null): Command {
  return (state, dispatch) => {
    const type = state.schema.marks[name]
    return type ? toggleMark(type, attrs)(state, dispatch) : false
  }
}

/** Highlights in a color; null removes the highlight. */
export function setHighlight(color: string | null): Command {
  return (state, dispatch) => {
    const type = state.schema.marks.highlight
    if (!type) return false
    const { from, to, empty } = state.selection
    if (empty) {
      dispatch?.(
        color ? state.tr.addStoredMark(type.create({ color })) : state.tr.removeStoredMark(type),
      )
      return true
    }
    const tr = state.tr.removeMark(from, to, type)
    dispatch?.(color ? tr.addMark(from, to, type.create({ color })) : tr)
    return true
  }
}

/** Makes a paragraph (level 0) or heading; keeps the alignment. */
export function setTextStyle(level: number): Command {
  return (state, dispatch) => {
    const { heading, paragraph } = state.schema.nodes
    if (!heading || !paragraph) return false
    const align = state.selection.$from.parent.attrs.align ?? null
    const command =
      level === 0 ? setBlockType(paragraph, { align }) : setBlockType(heading, { level, align })
    return command(state, dispatch)
  }
}

/** Turns blocks into code and back. */
export const toggleCodeBlock: Command = (state, dispatch) => {
  const { code_block: code, paragraph } = state.schema.nodes
  if (!code || !paragraph) return false
  return setBlockType(state.selection.$from.parent.type === code ? paragraph : code)(
    state,
    dispatch,
  )
}

/**
 * Aligns the selected paragraphs and headings, or a table column. Left is the default and removes
 * the attribute.
 */
export function setAlignment(align: Alignment): Command {
  return (state, dispatch) => {
    if (isInTable(state))
      return align === 'justify' ? false : setColumnAlignment(align)(state, dispatch)
    const tr = state.tr
    const value = align === 'left' ? null : align
    let possible = false
    state.doc.nodesBetween(state.selection.from, state.selection.to, (node, pos) => {
      if (node.type.name !== 'paragraph' && node.type.name !== 'heading') return
      // An aligned paragraph is HTML in the file, which cannot contain a footnote.
      if (value && containsFootnote(node)) return
      possible = true
      if (node.attrs.align !== value) tr.setNodeMarkup(pos, null, { ...node.attrs, align: value })
    })
    if (possible) dispatch?.(tr)
    return possible
  }
}

function containsFootnote(node: Node): boolean {
  let found = false
  node.descendants((child) => {
    found ||= child.type.name === 'footnote_reference' || child.type.name === 'html'
  })
  return found
}

/** Wraps the selected blocks in a quote, or removes the quote around them. */
export const toggleQuote: Command = (state, dispatch) => {
  const quote = state.schema.nodes.blockquote
  if (!quote) return false
  return depthOf(state.selection.$from, 'blockquote') === null
    ? wrapIn(quote)(state, dispatch)
    : lift(state, dispatch)
}

/** Makes a callout of the quote or blocks at the selection; null makes it a plain quote again. */
export function setCallout(callout: string | null): Command {
  return (state, dispatch) => {
    const quote = state.schema.nodes.blockquote
    const { $from } = state.selection
    const depth = depthOf($from, 'blockquote')
    if (!quote) return false
    if (depth === null) return wrapIn(quote, { callout })(state, dispatch)
    dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'callout', callout))
    return true
  }
}

/**
 * Begins a new line in the same paragraph or table cell; a heading of Markdown is a single line.
 */
export const insertLineBreak: Command = (state, dispatch) => {
  const { hardbreak } = state.schema.nodes
  if (!hardbreak || state.selection.$from.parent.type.name !== 'paragraph') return false
  // The kit removes the formats of a break with this mark.
  dispatch?.(
    state.tr
      .setMeta('hardbreak', true)
      .replaceSelectionWith(hardbreak.create(), false)
      .scrollIntoView(),
  )
  return true
}

/** Inserts a horizontal rule and places the caret in the paragraph after it. */
export const insertRule: Command = (state, dispatch) => {
  const { hr, paragraph } = state.schema.nodes
  if (!hr || !paragraph) return false
  return insertBlocks(state, dispatch, [hr.create(), paragraph.create()], 1)
}

/** Inserts a picture in place of the selection. */
export function insertImage(picture: { url: string; alt: string }): Command {
  return (state, dispatch) => {
    const image = state.schema.nodes.image
    if (!image) return false
    const node = image.create({ src: picture.url, alt: picture.alt })
    dispatch?.(state.tr.replaceSelectionWith(node, false).scrollIntoView())
    return true
  }
}

/** Changes the selected picture. */
export function updateImage(attrs: { src?: string; alt?: string }): Command {
  return (state, dispatch) => {
    const { selection } = state
    if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return false
    const tr = state.tr.setNodeMarkup(selection.from, null, { ...selection.node.attrs, ...attrs })
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, selection.from)))
    return true
  }
}

/**
 * Links the selection or the link around the caret; without either, inserts the address, or a title
 * of the page, as linked text. Null removes the link.
 */
export function setLink(href: string | null, title?: string): Command {
  return (state, dispatch) => {
    const type = state.schema.marks.link
    if (!type) return false
    const { from, to, empty } = state.selection
    const own = linkAt(state)
    const range = empty && own ? own : { from, to }
    const tr = state.tr
    if (href === null) dispatch?.(tr.removeMark(range.from, range.to, type))
    else if (range.from === range.to)
      dispatch?.(
        tr.replaceSelectionWith(state.schema.text(title || href, [type.create({ href })]), false),
      )
    else
      dispatch?.(
        tr
          .removeMark(range.from, range.to, type)
          .addMark(range.from, range.to, type.create({ href })),
      )
    return true
  }
}

/** Adds a paragraph after a block that the caret cannot leave otherwise. */
export const exitBlock: Command = (state, dispatch) => {
  const { $to } = state.selection
  return $to.depth > 0 && beginParagraph($to.after())(state, dispatch)
}
