import { NodeSelection, Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import pLimit from 'p-limit'
import { isSoundPath } from '#domain/sound.ts'
import { uploadsAtOnce } from '../../api/upload-media.ts'
import { pictureMovedTo } from './pictures/move-picture.ts'
import { pictureTypes } from './pictures/picture-file.ts'
import { nodesOf } from './schema/type-names.ts'

/**
 * Stores a picture or sound and returns its address; `progress` gets the share that was sent, from
 * 0 to 1.
 */
export type Upload = (
  file: File,
  progress: (part: number) => void,
) => Promise<{ url: string; alt?: string }>

const key = new PluginKey<DecorationSet>('uploads')

type Step =
  | { add: ReadonlyArray<{ id: object; pos: number; dom: HTMLElement }> }
  | { remove: object }

/**
 * Where uploads are put: into the text at the caret, or as paragraphs of their own between two
 * blocks.
 */
interface Place {
  pos: number
  between: boolean
}

interface Waiting {
  id: object
  file: File
  line: ReturnType<typeof progressLine>
}

/**
 * Uploads pasted or dropped pictures and sounds and shows the progress at their future place.
 * Several keep their order; two are sent at once.
 */
export function uploadPlugin(options: {
  upload: () => Upload | undefined
  onProblem: (message: string) => void
}) {
  const limit = pLimit(uploadsAtOnce)
  const uploadFiles = (view: EditorView, files: FileList | undefined, place: Place) => {
    const send = options.upload()
    const all = [...(files ?? [])]
    if (!send || all.length === 0) return false
    const upload: Upload = (file, progress) => limit(() => send(file, progress))
    const media = all.filter((file) => pictureTypes.includes(file.type) || isSoundPath(file.name))
    if (media.length < all.length)
      options.onProblem('Only JPG, PNG, GIF and WebP images can be inserted.')
    const waiting = media.map(
      (file): Waiting => ({ id: {}, file, line: progressLine(file.name, place.between) }),
    )
    const add = waiting.map(({ id, line: { dom } }) => ({ id, pos: place.pos, dom }))
    view.dispatch(view.state.tr.setMeta(key, { add } satisfies Step))
    // Each is put in behind the one before it, whichever is stored first.
    let before = Promise.resolve()
    for (const one of waiting)
      before = start(view, one, place.between, upload, before, options.onProblem)
    return true
  }
  const uploads = $prose(
    () =>
      new Plugin<DecorationSet>({
        key,
        state: {
          init: () => DecorationSet.empty,
          apply(tr, set) {
            const moved = set.map(tr.mapping, tr.doc)
            const step = tr.getMeta(key) as Step | undefined
            if (!step) return moved
            if ('remove' in step)
              return moved.remove(
                moved.find(undefined, undefined, (spec) => spec.id === step.remove),
              )
            return moved.add(
              tr.doc,
              step.add.map(({ id, pos, dom }, index) =>
                Decoration.widget(pos, dom, { id, side: index + 1 }),
              ),
            )
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste(view, event) {
            const html = event.clipboardData?.getData('text/html') ?? ''
            // Word processors send a picture of the text together with the text.
            if (html.replace(/<[^<>]*>/g, '').trim()) return false
            return uploadFiles(view, event.clipboardData?.files, {
              pos: view.state.selection.from,
              between: false,
            })
          },
        },
      }),
  )
  return [
    uploads,
    dropLinePlugin((view, files, pos) => uploadFiles(view, files, { pos, between: true })),
  ]
}

async function start(
  view: EditorView,
  { id, file, line }: Waiting,
  between: boolean,
  upload: Upload,
  before: Promise<void>,
  onProblem: (message: string) => void,
) {
  const placeNow = () =>
    key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from
  try {
    const stored = upload(file, line.show)
    // A failure is reported below, in its turn.
    stored.catch(() => undefined)
    await before
    const { url, alt } = await stored
    const at = placeNow()
    if (view.isDestroyed || at === undefined) return
    const { image, paragraph } = nodesOf(view.state)
    const picture = image.create({ src: url, alt: alt ?? '' })
    view.dispatch(
      view.state.tr
        .setMeta(key, { remove: id } satisfies Step)
        .insert(at, between ? paragraph.create(null, picture) : picture)
        .scrollIntoView(),
    )
  } catch (error) {
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Step))
    onProblem(
      error instanceof Error && error.message
        ? error.message
        : `${file.name} could not be uploaded.`,
    )
  }
}

function progressLine(name: string, between: boolean) {
  const dom = document.createElement(between ? 'div' : 'span')
  dom.className = 'upload-line'
  dom.contentEditable = 'false'
  const text = document.createElement('span')
  text.textContent = `Uploading ${name}`
  const bar = document.createElement('progress')
  bar.max = 1
  bar.setAttribute('aria-label', `Uploading ${name}`)
  dom.append(text, bar)
  return {
    dom,
    show(part: number) {
      bar.value = part
    },
  }
}

/** A gap between two blocks at the top level. */
interface Gap {
  pos: number
  /** In pixels of the window. */
  y: number
}

/** The gap between blocks that is nearest to a height in the window. */
function gapAt(view: EditorView, y: number): Gap {
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
function dropLinePlugin(onFiles: (view: EditorView, files: FileList, pos: number) => boolean) {
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
