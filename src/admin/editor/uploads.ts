import { NodeSelection, Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import pLimit from 'p-limit'
import { isSoundPath } from '#domain/sound.ts'
import { uploadsAtOnce } from '../../api/upload-media.ts'
import { pictureMovedTo } from './pictures/move-picture.ts'
import { pictureTypes } from './pictures/picture-file.ts'
import { nodesOf } from './schema/type-names.ts'
import { element } from './views/dom.ts'

/**
 * Stores a picture or sound and returns its address; `progress` gets the share that was sent, from
 * 0 to 1.
 */
export type Upload = (
  file: File,
  progress: (part: number) => void,
) => Promise<{ url: string; alt?: string }>

/** Where an upload is put is shown by its progress; the meta of a transaction changes what is. */
const key = new PluginKey<DecorationSet>('uploads')
type Change = (shown: DecorationSet) => DecorationSet

const changing = ({ state }: EditorView, change: Change) => state.tr.setMeta(key, change)

/**
 * Uploads pasted or dropped pictures and sounds and shows the progress at their future place: at
 * the caret, or `between` two blocks as paragraphs of their own. Several keep their order; two are
 * sent at once.
 */
export function uploadPlugin({
  upload,
  onProblem,
}: {
  upload: () => Upload | undefined
  onProblem: (message: string) => void
}) {
  const limit = pLimit(uploadsAtOnce)
  const uploadFiles = (
    view: EditorView,
    files: FileList | undefined,
    pos: number,
    between: boolean,
  ) => {
    const send = upload()
    const all = [...(files ?? [])]
    if (!send || all.length === 0) return false
    const media = all.filter((file) => pictureTypes.includes(file.type) || isSoundPath(file.name))
    if (media.length < all.length) onProblem('Only JPG, PNG, GIF and WebP images can be inserted.')
    const lines = media.map(({ name }) => progressLine(name, between))
    const widgets = lines.map(({ dom }, index) =>
      Decoration.widget(pos, dom, { dom, side: index + 1 }),
    )
    view.dispatch(changing(view, (shown) => shown.add(view.state.doc, widgets)))
    // Each is put in behind the one before it, whichever is stored first.
    let before = Promise.resolve()
    media.forEach((file, index) => {
      const line = lines[index]!
      const stored = limit(() => send(file, line.show))
      // A failure is reported in its turn.
      stored.catch(() => undefined)
      before = before
        .then(async () => insertStored(view, line.dom, between, await stored))
        .catch((error: unknown) => {
          if (!view.isDestroyed) view.dispatch(changing(view, without(line.dom)))
          const said = error instanceof Error && error.message
          onProblem(said || `${file.name} could not be uploaded.`)
        })
    })
    return true
  }
  const uploads = $prose(
    () =>
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, shown) {
            const mapped = shown.map(tr.mapping, tr.doc)
            const change = tr.getMeta(key) as Change | undefined
            return change ? change(mapped) : mapped
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste(view, event) {
            const html = event.clipboardData?.getData('text/html') ?? ''
            // Word processors send a picture of the text together with the text.
            if (html.replace(/<[^<>]*>/g, '').trim()) return false
            const { from } = view.state.selection
            return uploadFiles(view, event.clipboardData?.files, from, false)
          },
        },
      }),
  )
  return [uploads, dropLinePlugin((view, files, pos) => uploadFiles(view, files, pos, true))]
}

const placesOf = (shown: DecorationSet, dom: HTMLElement) =>
  shown.find(undefined, undefined, (spec) => spec.dom === dom)

const without =
  (dom: HTMLElement): Change =>
  (shown) =>
    shown.remove(placesOf(shown, dom))

/** Puts a stored picture in place of its progress. */
function insertStored(
  view: EditorView,
  dom: HTMLElement,
  between: boolean,
  { url, alt = '' }: Awaited<ReturnType<Upload>>,
) {
  if (view.isDestroyed) return
  const [place] = placesOf(key.getState(view.state) ?? DecorationSet.empty, dom)
  if (!place) return
  const { image, paragraph } = nodesOf(view.state)
  const picture = image.create({ src: url, alt })
  view.dispatch(
    changing(view, without(dom))
      .insert(place.from, between ? paragraph.create(null, picture) : picture)
      .scrollIntoView(),
  )
}

function progressLine(name: string, between: boolean) {
  const dom = element(between ? 'div' : 'span', {
    className: 'upload-line',
    contentEditable: 'false',
  })
  const said = `Uploading ${name}`
  const bar = element('progress', { max: 1, ariaLabel: said })
  dom.append(element('span', { textContent: said }), bar)
  const show = (part: number) => {
    bar.value = part
  }
  return { dom, show }
}

/** A gap between two blocks at the top level. */
interface Gap {
  pos: number
  /** In pixels of the window. */
  y: number
}

/** The gap between blocks that is nearest to a height in the window. */
function gapAt(view: EditorView, y: number): Gap {
  const gaps: Array<Gap> = []
  let above: number | null = null
  view.state.doc.forEach((block, pos) => {
    const dom = view.nodeDOM(pos)
    if (!(dom instanceof HTMLElement)) return
    const { top, bottom } = dom.getBoundingClientRect()
    gaps.push({ pos, y: above === null ? top : (above + top) / 2 })
    gaps.push({ pos: pos + block.nodeSize, y: bottom })
    above = bottom
  })
  const distance = (gap: Gap) => Math.abs(gap.y - y)
  return gaps.reduce(
    (best, gap) => (distance(gap) < distance(best) ? gap : best),
    gaps[0] ?? { pos: 0, y: view.dom.getBoundingClientRect().top },
  )
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
function dropLinePlugin(onFiles: (view: EditorView, files: FileList, pos: number) => boolean) {
  let line: HTMLElement | null = null

  const hide = () => {
    line?.remove()
    line = null
    return false
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
              if (!lands(view, event)) return hide()
              event.preventDefault()
              event.stopImmediatePropagation()
              show(view, gapAt(view, event.clientY))
              return true
            },
            dragleave(view, { relatedTarget: to }) {
              return to instanceof Node && view.dom.contains(to) ? false : hide()
            },
            dragend: hide,
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
