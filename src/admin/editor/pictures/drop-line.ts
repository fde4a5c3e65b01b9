import { NodeSelection, Plugin } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { pictureMovedTo } from './move-picture.ts'

/** A gap between two blocks at the top level. */
interface Gap {
  pos: number
  /** In pixels of the window. */
  y: number
}

/** The gap between blocks that is nearest to a height in the window. */
export function gapAt(view: EditorView, y: number): Gap {
  let best: Gap = { pos: 0, y: view.dom.getBoundingClientRect().top }
  let least = Number.POSITIVE_INFINITY
  let above: number | null = null
  const consider = (pos: number, at: number) => {
    const distance = Math.abs(at - y)
    if (distance >= least) return
    least = distance
    best = { pos, y: at }
  }
  view.state.doc.forEach((block, pos) => {
    const element = view.nodeDOM(pos)
    if (!(element instanceof HTMLElement)) return
    const { top, bottom } = element.getBoundingClientRect()
    consider(pos, above === null ? top : (above + top) / 2)
    consider(pos + block.nodeSize, bottom)
    above = bottom
  })
  return best
}

/**
 * The place of the picture that is dragged within the text; null when something else is dragged.
 */
function draggedPicture(view: EditorView): number | null {
  const dragging = view.dragging as { node?: NodeSelection } | null
  if (!dragging) return null
  const { selection } = view.state
  const picture = dragging.node ?? (selection instanceof NodeSelection ? selection : null)
  return picture?.node.type.name === 'image' ? picture.from : null
}

/**
 * Files and pictures that are dragged land between blocks, where a line shows. `onFiles` gets
 * dropped files and the position, and returns whether it takes them.
 */
export function dropLinePlugin(
  onFiles: (view: EditorView, files: FileList, pos: number) => boolean,
) {
  let line: HTMLElement | null = null

  const hide = () => {
    line?.remove()
    line = null
  }
  const show = (view: EditorView, { y }: Gap) => {
    const frame = view.dom.offsetParent
    if (!frame) return
    const around = frame.getBoundingClientRect()
    const text = view.dom.getBoundingClientRect()
    line ??= frame.appendChild(document.createElement('div'))
    line.className = 'drop-line'
    line.style.top = `${y - around.top}px`
    line.style.left = `${text.left - around.left}px`
    line.style.width = `${text.width}px`
  }
  const lands = (view: EditorView, event: DragEvent) =>
    draggedPicture(view) !== null ||
    (!view.dragging && (event.dataTransfer?.types.includes('Files') ?? false))

  return $prose(
    () =>
      new Plugin({
        view: () => ({ destroy: hide }),
        props: {
          // Runs before the other plugins: the kit's drop cursor would show a place between
          // letters.
          handleDOMEvents: {
            dragover(view, event) {
              if (!lands(view, event)) {
                hide()
                return false
              }
              event.preventDefault()
              event.stopImmediatePropagation()
              show(view, gapAt(view, event.clientY))
              return true
            },
            dragleave(view, event) {
              if (!(event.relatedTarget instanceof Node && view.dom.contains(event.relatedTarget)))
                hide()
              return false
            },
            dragend() {
              hide()
              return false
            },
            drop(view, event) {
              hide()
              const picture = draggedPicture(view)
              const { pos } = gapAt(view, event.clientY)
              if (picture !== null) {
                event.preventDefault()
                view.dragging = null
                const tr = pictureMovedTo(view.state, picture, pos)
                if (tr) view.dispatch(tr.setMeta('uiEvent', 'drop'))
                return true
              }
              const files = event.dataTransfer?.files
              if (view.dragging || !files?.length) return false
              event.preventDefault()
              return onFiles(view, files, pos)
            },
          },
        },
      }),
  )
}
