import type { Editor } from '@milkdown/kit/core'
import type { EditorView } from '@milkdown/kit/prose/view'
import { showToast } from '../../ui/show-toast.ts'
import { createActions, type EditorActions } from './actions.ts'
import { bareAddresses } from './bare-addresses.ts'
import { insertImage, updateImage } from './commands.ts'
import { createEditor, type OpenEditor } from './create-editor.ts'
import { keysPlugin, linkClicks } from './keys.ts'
import { pastePlugin } from './paste/paste.ts'
import { placeholderPlugin } from './placeholder.ts'
import type { RichTextEditorProps } from './rich-text-editor-props.ts'
import { createSession, type EditingSession } from './session.ts'
import { closedSlash, type SlashMenu, slashPlugin } from './slash-menu.ts'
import { type EditorSnapshot, emptySnapshot } from './snapshot.ts'
import { createStore, type Store } from './store.ts'
import { uploadPlugin } from './uploads.ts'
import { codeBlockView } from './views/code-block-view.ts'
import { pictureView } from './views/picture-view.ts'
import { sourceBlockView } from './views/source-block-view.ts'
import { taskItemView } from './views/task-item-view.ts'
import { type SelectionBox, watchPlugin } from './watch.ts'

type Handlers = Pick<
  RichTextEditorProps,
  'value' | 'onChange' | 'onHold' | 'onSave' | 'onBlur' | 'onImageRequest' | 'onUpload' | 'pictures'
>

/** One editor of a screen: its parts, and the text that goes in and out. React shows it and tells it of new properties. */
export interface EditorRig {
  handlers: Handlers
  attributes: Record<string, string>
  readonly snapshot: Store<EditorSnapshot>
  readonly selected: Store<SelectionBox>
  readonly count: Store<{ words: number }>
  readonly slash: SlashMenu
  readonly actions: EditorActions
  view(): EditorView | null
  create(root: HTMLElement): Editor
  /** A value came from the screen: a text that was handed out comes back, any other takes the place of the document. */
  accept(markdown: string): void
  flush: () => string
  /** From here on, the text is edited as Markdown; answers it. */
  openSource(): string
  /** The Markdown was edited. */
  editSource(markdown: string): void
  /** Back to the document, which shows the edited Markdown. */
  closeSource(): void
  refresh(): void
  end(): void
}

export function createEditorRig(options: {
  markdown: string
  onLink: () => void
  /** Another text came from the screen while the Markdown is edited. */
  onSource: (markdown: string) => void
}): EditorRig {
  let open: OpenEditor | null = null
  let session: EditingSession | null = null
  let current = options.markdown
  let source = false
  /** Texts on their way through the screen, which come back as its value. */
  let handedOut: Array<string> = []
  const snapshot = createStore<EditorSnapshot>(emptySnapshot)
  const selected = createStore<SelectionBox>({ box: null })
  const count = createStore({ words: 0 })
  const view = () => (open && !open.view.isDestroyed ? open.view : null)

  const pickImage = async (use: (picture: { url: string; alt: string }) => void) => {
    const picture = await rig.handlers.onImageRequest?.()
    if (picture && view()) use(picture)
    view()?.focus()
  }
  const actions = createActions(view, {
    insertImage: () => void pickImage((picture) => actions.run(insertImage(picture))),
    replaceImage: () => void pickImage(({ url, alt }) => actions.run(updateImage({ src: url, alt }))),
  })
  const slash: SlashMenu = { store: createStore(closedSlash), onImage: actions.insertImage }
  const hand = (markdown: string) => {
    if (markdown === current) return
    current = markdown
    handedOut.push(markdown)
    rig.handlers.onChange(markdown)
  }
  const flush = () => {
    if (!source) session?.flush()
    return current
  }
  let counting: ReturnType<typeof setTimeout> | undefined
  const countNow = () => {
    clearTimeout(counting)
    if (session) count.set({ words: session.words() })
  }
  const countSoon = () => {
    clearTimeout(counting)
    counting = setTimeout(countNow, 300)
  }
  const show = (markdown: string) => {
    session?.show(markdown)
    countNow()
  }

  const plugins = [
    keysPlugin({
      save: () => {
        flush()
        rig.handlers.onSave?.()
      },
      link: options.onLink,
    }),
    linkClicks,
    bareAddresses,
    slashPlugin(slash),
    uploadPlugin({
      upload: () => rig.handlers.onUpload,
      onProblem: (description) => void showToast({ title: 'Upload failed', description, variant: 'destructive' }),
    }),
    pastePlugin(() => open?.codec ?? null),
    placeholderPlugin,
    watchPlugin({
      snapshot,
      selected,
      onEdit: () => {
        session?.changed()
        countSoon()
      },
      onBlur: () => {
        flush()
        rig.handlers.onBlur?.()
      },
    }),
    pictureView(() => rig.handlers.pictures),
    codeBlockView,
    sourceBlockView,
    taskItemView,
  ].flat()

  const rig: EditorRig = {
    handlers: { value: options.markdown, onChange: () => {} },
    attributes: {},
    snapshot,
    selected,
    count,
    slash,
    actions,
    view,
    create: (root) =>
      createEditor({
        root,
        markdown: current,
        attributes: () => rig.attributes,
        plugins,
        onOpen(opened) {
          open = opened
          session?.end()
          session = createSession({
            editor: opened,
            markdown: current,
            onMarkdown: hand,
            onHold: (holds) => rig.handlers.onHold?.(holds),
            startWorker: () => new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' }),
          })
          countNow()
        },
      }),
    accept(markdown) {
      const known = handedOut.lastIndexOf(markdown)
      if (markdown === current) handedOut = []
      else if (known >= 0) handedOut = handedOut.slice(known + 1)
      else {
        current = markdown
        handedOut = []
        if (source) options.onSource(markdown)
        else show(markdown)
      }
    },
    flush,
    openSource() {
      flush()
      source = true
      return current
    },
    editSource: hand,
    closeSource() {
      source = false
      show(current)
    },
    refresh: () => view()?.setProps({}),
    end() {
      flush()
      clearTimeout(counting)
      session?.end()
    },
  }
  return rig
}
