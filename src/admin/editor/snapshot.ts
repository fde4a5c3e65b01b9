import { redoDepth, undoDepth } from '@milkdown/kit/prose/history'
import type { EditorState } from '@milkdown/kit/prose/state'
import { isInTable } from '@milkdown/kit/prose/tables'
import { linkAt } from './links/text-links.ts'
import { listKindAt } from './list-commands.ts'
import { alignments } from './markdown/editor-tree.ts'
import { selectedPicture } from './pictures/move-picture.ts'
import { depthOf } from './places.ts'
import { columnAlignmentAt } from './table-commands.ts'

/** The editor state that the toolbars show. */
export type EditorSnapshot = ReturnType<typeof snapshotOf>

export const emptySnapshot: EditorSnapshot = {
  active: '',
  highlight: null,
  level: 0,
  code: false,
  quote: 'none',
  align: 'left',
  table: false,
  link: null,
  imageSrc: null,
  imageAlt: '',
  canUndo: false,
  canRedo: false,
  canStore: false,
}

/** Whether a format or tool is active at the selection. */
export const isActive = ({ active }: EditorSnapshot, name: string): boolean =>
  active.split(' ').includes(name)

/** Reads the state around the selection; does not walk the document. */
export function snapshotOf(state: EditorState) {
  const { $from, empty } = state.selection
  const { type, attrs } = $from.parent
  const marks = empty
    ? (state.storedMarks ?? $from.marks())
    : ($from.nodeAfter?.marks ?? $from.marks())
  const image = selectedPicture(state)?.node.attrs
  const depth = depthOf($from, 'blockquote')
  const quote: string =
    depth === null ? 'none' : ($from.node(depth).attrs.callout?.toLowerCase() ?? 'plain')
  const level: number | null =
    type.name === 'heading' ? attrs.level : type.name === 'paragraph' ? 0 : null
  const code = type.name === 'code_block'
  const given = columnAlignmentAt(state) ?? attrs.align
  const align = alignments.find((known) => known === given) ?? 'left'
  const link = linkAt(state)?.href ?? null
  const active = [
    ...marks.map((mark) => mark.type.name),
    listKindAt(state),
    level && `h${level}`,
    code && 'code',
    link !== null && 'link',
    quote !== 'none' && (quote === 'plain' ? 'quote' : 'callout'),
    align,
    align !== 'left' && 'align',
  ]
  return {
    /**
     * Names of the formats and tools that are active at the selection, joined to one string so that
     * snapshots compare by value.
     */
    active: active.filter(Boolean).join(' '),
    highlight: (marks.find(({ type }) => type.name === 'highlight')?.attrs.color ?? null) as
      | string
      | null,
    /** 0 for a paragraph, else the level of the heading; null for other blocks. */
    level,
    code,
    /** 'none', 'plain', or the kind of the callout. */
    quote,
    align,
    table: isInTable(state),
    link,
    imageSrc: (image?.src ?? null) as string | null,
    imageAlt: String(image?.alt ?? ''),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    /** Whether something is selected, which a snippet can be made of. */
    canStore: !empty,
  }
}
