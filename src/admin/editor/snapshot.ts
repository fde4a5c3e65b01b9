import { redoDepth, undoDepth } from '@milkdown/kit/prose/history'
import { type EditorState, NodeSelection } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import { type ListKind, listKindAt } from './list-commands.ts'
import { depthOf, linkAt } from './places.ts'
import { columnAlignmentAt } from './table-commands.ts'

/** The editor state that the toolbars show. */
export interface EditorSnapshot {
  /**
   * Names of the formats at the selection, joined to one string so that snapshots compare by value.
   */
  formats: string
  highlight: string | null
  /** 0 for a paragraph, else the level of the heading; null for other blocks. */
  level: number | null
  code: boolean
  list: ListKind | null
  quote: 'none' | 'plain' | string
  align: string
  table: boolean
  link: string | null
  imageSrc: string | null
  imageAlt: string
  canUndo: boolean
  canRedo: boolean
  empty: boolean
}

export const emptySnapshot: EditorSnapshot = {
  formats: '',
  highlight: null,
  level: 0,
  code: false,
  list: null,
  quote: 'none',
  align: 'left',
  table: false,
  link: null,
  imageSrc: null,
  imageAlt: '',
  canUndo: false,
  canRedo: false,
  empty: true,
}

/** Reads the state around the selection; does not walk the document. */
export function snapshotOf(state: EditorState): EditorSnapshot {
  const { selection } = state
  const { $from, empty } = selection
  const parent = $from.parent
  const marks = empty
    ? (state.storedMarks ?? $from.marks())
    : ($from.nodeAfter?.marks ?? $from.marks())
  const image =
    selection instanceof NodeSelection && selection.node.type.name === 'image'
      ? selection.node
      : null
  const quote = depthOf($from, 'blockquote')
  const level =
    parent.type.name === 'heading'
      ? parent.attrs.level
      : parent.type.name === 'paragraph'
        ? 0
        : null
  return {
    formats: marks
      .map((mark) => mark.type.name)
      .sort()
      .join(' '),
    highlight: marks.find((mark) => mark.type.name === 'highlight')?.attrs.color ?? null,
    level,
    code: parent.type.name === 'code_block',
    list: listKindAt(state),
    quote: quote === null ? 'none' : ($from.node(quote).attrs.callout?.toLowerCase() ?? 'plain'),
    align: columnAlignmentAt(state) ?? parent.attrs.align ?? 'left',
    table: isInTable(state),
    link: linkAt(state)?.href ?? null,
    imageSrc: image?.attrs.src ?? null,
    imageAlt: image?.attrs.alt ?? '',
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    empty,
  }
}
