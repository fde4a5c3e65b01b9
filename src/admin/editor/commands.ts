import { lift, setBlockType, toggleMark, wrapIn } from '@milkdown/kit/prose/commands'
import type { Attrs, Node } from '@milkdown/kit/prose/model'
import { type Command, NodeSelection } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import { insertBlocks } from './insert-blocks.ts'
import { linkAt } from './links/text-links.ts'
import type { Alignment } from './markdown/editor-tree.ts'
import type { AskedMedia } from './pictures/ask-media.ts'
import { depthOf } from './places.ts'
import { marksOf, nodesOf } from './schema/type-names.ts'
import { beginParagraph, setColumnAlignment } from './table-commands.ts'

/** Toggles bold, italic or another format on the selection, or for the text typed next. */
export function toggleFormat(
  name: keyof ReturnType<typeof marksOf>,
  attrs: Attrs | null = null,
): Command {
  return (state, dispatch) => toggleMark(marksOf(state)[name], attrs)(state, dispatch)
}

/** Highlights in a color; null removes the highlight. */
export function setHighlight(color: string | null): Command {
  return (state, dispatch) => {
    const type = marksOf(state).highlight
    const { from, to, empty } = state.selection
    const tr = empty ? state.tr.removeStoredMark(type) : state.tr.removeMark(from, to, type)
    const mark = color ? type.create({ color }) : null
    if (mark && empty) tr.addStoredMark(mark)
    else if (mark) tr.addMark(from, to, mark)
    dispatch?.(tr)
    return true
  }
}

/** Makes a paragraph (level 0) or heading; keeps the alignment. */
export function setTextStyle(level: number): Command {
  return (state, dispatch) => {
    const { heading, paragraph } = nodesOf(state)
    const align = state.selection.$from.parent.attrs.align ?? null
    return setBlockType(level === 0 ? paragraph : heading, { level, align })(state, dispatch)
  }
}

/** Makes a heading, and a paragraph of one with this level. */
export function toggleHeading(level: number): Command {
  return (state, dispatch) => {
    const isSame = state.selection.$from.parent.attrs.level === level
    return setTextStyle(isSame ? 0 : level)(state, dispatch)
  }
}

/** Turns blocks into code and back. */
export const toggleCodeBlock: Command = (state, dispatch) => {
  const { code_block: code, paragraph } = nodesOf(state)
  const isCode = state.selection.$from.parent.type === code
  return setBlockType(isCode ? paragraph : code)(state, dispatch)
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
      if (node.attrs.align !== value) tr.setNodeAttribute(pos, 'align', value)
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
export const toggleQuote: Command = (state, dispatch) =>
  depthOf(state.selection.$from, 'blockquote') === null
    ? wrapIn(nodesOf(state).blockquote)(state, dispatch)
    : lift(state, dispatch)

/** Makes a callout of the quote or blocks at the selection; null makes it a plain quote again. */
export function setCallout(callout: string | null): Command {
  return (state, dispatch) => {
    const { $from } = state.selection
    const depth = depthOf($from, 'blockquote')
    if (depth === null) return wrapIn(nodesOf(state).blockquote, { callout })(state, dispatch)
    dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'callout', callout))
    return true
  }
}

/** Makes a tip of what is no callout, and removes the callout or quote around anything else. */
export const toggleCallout: Command = (state, dispatch) => {
  const { $from } = state.selection
  const depth = depthOf($from, 'blockquote')
  const isCallout = depth !== null && $from.node(depth).attrs.callout !== null
  return (isCallout ? lift : setCallout('TIP'))(state, dispatch)
}

/**
 * Begins a new line in the same paragraph or table cell; a heading of Markdown is a single line.
 */
export const insertLineBreak: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.name !== 'paragraph') return false
  // The kit removes the formats of a break with this mark.
  dispatch?.(
    state.tr
      .setMeta('hardbreak', true)
      .replaceSelectionWith(nodesOf(state).hardbreak.create(), false)
      .scrollIntoView(),
  )
  return true
}

/** Inserts a horizontal rule and places the caret in the paragraph after it. */
export const insertRule: Command = (state, dispatch) => {
  const { hr, paragraph } = nodesOf(state)
  return insertBlocks(state, dispatch, [hr.create(), paragraph.create()], 1)
}

/** Inserts pictures or sounds in place of the selection; sounds beside each other are compared. */
export function insertMedia(media: AskedMedia): Command {
  return (state, dispatch) => {
    const { tr } = state
    media.forEach((medium, index) => {
      if (index > 0) tr.insertText(' ')
      tr.replaceSelectionWith(nodesOf(state).image.create(medium), false)
    })
    dispatch?.(tr.scrollIntoView())
    return true
  }
}

/** Inserts the address of a video or track as a paragraph of its own, of which pages make a card. */
export function insertVideo(address: string): Command {
  return (state, dispatch) => {
    const { paragraph } = nodesOf(state)
    const link = marksOf(state).link.create({ href: address })
    const video = paragraph.create(null, state.schema.text(address, [link]))
    return insertBlocks(state, dispatch, [video, paragraph.create()], 1)
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
    const type = marksOf(state).link
    const { empty } = state.selection
    const { from, to } = (empty && linkAt(state)) || state.selection
    const tr = state.tr.removeMark(from, to, type)
    const mark = href === null ? null : type.create({ href })
    if (mark && from === to)
      tr.replaceSelectionWith(state.schema.text(title || mark.attrs.href, [mark]), false)
    else if (mark) tr.addMark(from, to, mark)
    dispatch?.(tr)
    return true
  }
}

/** Adds a paragraph after a block that the caret cannot leave otherwise. */
export const exitBlock: Command = (state, dispatch) => {
  const { $to } = state.selection
  return $to.depth > 0 && beginParagraph($to.after())(state, dispatch)
}
