import { Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import pLimit from 'p-limit'
import { isSoundPath } from '#domain/sound.ts'
import { uploadsAtOnce } from '../../api/upload-media.ts'
import { dropLinePlugin } from './pictures/drop-line.ts'

/**
 * Stores a picture or sound and returns its address; `progress` gets the share that was sent, from
 * 0 to 1.
 */
export type Upload = (
  file: File,
  progress: (part: number) => void,
) => Promise<{ url: string; alt?: string }>

export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

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
    const media = all.filter((file) => imageTypes.includes(file.type) || isSoundPath(file.name))
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
    const { image, paragraph } = view.state.schema.nodes
    if (view.isDestroyed || at === undefined || !image || !paragraph) return
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
