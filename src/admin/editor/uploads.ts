import { Plugin, PluginKey } from '@milkdown/kit/prose/state'
import { Decoration, DecorationSet, type EditorView } from '@milkdown/kit/prose/view'
import { $prose } from '@milkdown/kit/utils'
import { isSoundPath } from '#domain/sound.ts'

/** Stores a picture or sound and returns its address; `progress` gets the share that was sent, from 0 to 1. */
export type Upload = (file: File, progress: (part: number) => void) => Promise<{ url: string; alt?: string }>

export const imageTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']

const key = new PluginKey<DecorationSet>('uploads')

type Step = { add: { id: object; pos: number; dom: HTMLElement } } | { remove: object }

/** Uploads pasted or dropped pictures and sounds and shows the progress at their future place. */
export function uploadPlugin(options: { upload: () => Upload | undefined; onProblem: (message: string) => void }) {
  const take = (view: EditorView, files: FileList | undefined, pos: number): boolean => {
    const upload = options.upload()
    const all = [...(files ?? [])]
    if (!upload || all.length === 0) return false
    const pictures = all.filter((file) => imageTypes.includes(file.type) || isSoundPath(file.name))
    if (pictures.length < all.length) options.onProblem('Only JPG, PNG, GIF and WebP images can be inserted.')
    for (const file of pictures) void start(view, file, pos, upload, options.onProblem)
    return true
  }
  return $prose(
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
              return moved.remove(moved.find(undefined, undefined, (spec) => spec.id === step.remove))
            const { id, pos, dom } = step.add
            return moved.add(tr.doc, [Decoration.widget(pos, dom, { id, side: 1 })])
          },
        },
        props: {
          decorations: (state) => key.getState(state),
          handlePaste(view, event) {
            const html = event.clipboardData?.getData('text/html') ?? ''
            // Word processors send a picture of the text together with the text.
            if (html.replace(/<[^<>]*>/g, '').trim()) return false
            return take(view, event.clipboardData?.files, view.state.selection.from)
          },
          // Runs before the other plugins, because the drop cursor treats files as empty text.
          handleDOMEvents: {
            drop(view, event) {
              if (!event.dataTransfer?.files.length) return false
              const pos = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
              event.preventDefault()
              return take(view, event.dataTransfer.files, pos ?? view.state.selection.from)
            },
          },
        },
      }),
  )
}

async function start(view: EditorView, file: File, pos: number, upload: Upload, onProblem: (message: string) => void) {
  const id = {}
  const { dom, show } = progressLine(file.name)
  view.dispatch(view.state.tr.setMeta(key, { add: { id, pos, dom } } satisfies Step))
  const placeNow = () => key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from
  try {
    const { url, alt } = await upload(file, show)
    const at = placeNow()
    const image = view.state.schema.nodes.image
    if (view.isDestroyed || at === undefined || !image) return
    view.dispatch(
      view.state.tr
        .setMeta(key, { remove: id } satisfies Step)
        .insert(at, image.create({ src: url, alt: alt ?? '' }))
        .scrollIntoView(),
    )
  } catch (error) {
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Step))
    onProblem(error instanceof Error && error.message ? error.message : `${file.name} could not be uploaded.`)
  }
}

function progressLine(name: string) {
  const dom = document.createElement('span')
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
