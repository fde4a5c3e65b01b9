import type { Editor } from '@milkdown/kit/core'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { Opening } from '#domain/editor-path.ts'
import type { LinkTarget } from '#domain/link-targets.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { showToast } from '../../ui/show-toast.ts'
import { createActions, type EditorActions } from './actions.ts'
import { bareAddresses } from './bare-addresses.ts'
import { type CaretMenu, closedMenu } from './caret-menu.ts'
import { insertImage, setLink, updateImage } from './commands.ts'
import { createEditor, type OpenEditor } from './create-editor.ts'
import { embedCards } from './embed-cards.ts'
import { eventsBefore, keysPlugin } from './keys.ts'
import { insertOwnLink } from './links/insert-own-link.ts'
import { choiceId } from './links/link-choices.tsx'
import { type LinkProblems, linkMarksPlugin, noLinkProblems } from './links/link-marks.ts'
import { linkMenuPlugin } from './links/link-menu.ts'
import { linkListId } from './links/link-menu-list.tsx'
import { suggestLinks } from './links/link-suggestions.ts'
import { typedAddressPlugin } from './links/typed-addresses.ts'
import { pastePlugin } from './paste/paste.ts'
import { placeholderPlugin } from './placeholder.ts'
import { linkAt } from './places.ts'
import type { RichTextEditorProps } from './rich-text-editor-props.ts'
import { createSession, type EditingSession } from './session.ts'
import { type SlashMenu, slashPlugin } from './slash-menu.ts'
import { type EditorSnapshot, emptySnapshot } from './snapshot.ts'
import { createStore, type Store } from './store.ts'
import { uploadPlugin } from './uploads.ts'
import { codeBlockView } from './views/code-block-view.ts'
import { deviceView } from './views/device-view.ts'
import { pictureView } from './views/picture-view.ts'
import { sourceBlockView } from './views/source-block-view.ts'
import { taskItemView } from './views/task-item-view.ts'
import { type SelectionBox, watchPlugin } from './watch.ts'

type Handlers = Pick<
  RichTextEditorProps,
  | 'value'
  | 'onChange'
  | 'onPendingChange'
  | 'onSave'
  | 'onBlur'
  | 'onImageRequest'
  | 'onUpload'
  | 'links'
  | 'pictures'
  | 'onOpen'
>

/**
 * Connects one editor with the screen: its plugins, its state for the toolbars, and the text in
 * both directions. React renders it and passes new properties to it.
 */
export interface EditorController {
  handlers: Handlers
  attributes: Record<string, string>
  readonly snapshot: Store<EditorSnapshot>
  readonly selected: Store<SelectionBox>
  readonly count: Store<{ words: number }>
  readonly slash: SlashMenu
  readonly linkMenu: Store<CaretMenu<LinkTarget>>
  readonly linkProblems: Store<LinkProblems>
  /** The last message for people with a screen reader. */
  readonly announced: Store<{ text: string }>
  readonly actions: EditorActions
  view(): EditorView | null
  create(root: HTMLElement): Editor
  /**
   * Handles a new `value` from the screen: a text that the editor itself emitted is ignored, any
   * other replaces the document.
   */
  accept(markdown: string): void
  flush: () => string
  /** Switches to editing Markdown source; returns the source. */
  openSource(): string
  /** Passes an edit of the Markdown source to the screen. */
  editSource(markdown: string): void
  /** Switches back to the document and shows the edited Markdown. */
  closeSource(): void
  refresh(): void
  end(): void
}

export function createEditorController(options: {
  markdown: string
  opening: Opening
  /** Whether settings of devices are offered, and their names are known. */
  devices: boolean
  onLink: () => void
  /** Called when the screen passes another text while the source is open. */
  onSource: (markdown: string) => void
}): EditorController {
  let open: OpenEditor | null = null
  let session: EditingSession | null = null
  let current = options.markdown
  let source = false
  /** Texts passed to `onChange` that have not come back as the value yet. */
  let emitted: Array<string> = []
  const snapshot = createStore<EditorSnapshot>(emptySnapshot)
  const selected = createStore<SelectionBox>({ box: null })
  const count = createStore({ words: 0 })
  const view = () => (open && !open.view.isDestroyed ? open.view : null)

  const pickImage = async (use: (picture: { url: string; alt: string }) => void) => {
    const picture = await controller.handlers.onImageRequest?.()
    if (picture && view()) use(picture)
    view()?.focus()
  }
  const links = () => controller.handlers.links
  const linkMenu = createStore<CaretMenu<LinkTarget>>(closedMenu)
  const linkProblems = createStore(noLinkProblems)
  const announced = createStore({ text: '' })
  const linkOwn = (path: string) => {
    const opened = view()
    if (!opened) return
    const { from, to, empty } = opened.state.selection
    if (empty && !linkAt(opened.state)) void insertOwnLink(opened, { path, from, to }, links())
    else setLink(path)(opened.state, opened.dispatch)
    // Without waiting for the title: the next key is typed into the text.
    opened.focus()
  }
  const actions = createActions(view, {
    announce: (text) => announced.set({ text }),
    async proposeAlt(src) {
      const { proposeAlt } = await import('#domain/alt-proposal.ts')
      const name = percentDecoded(src.replace(/[?#].*$/s, '').replace(/^.*\//s, '')) ?? ''
      return proposeAlt({ name, text: flush() }, options.devices)
    },
    linkSearch() {
      const source = links()
      return source
        ? (query: string) => suggestLinks(query, source, view()?.state.doc ?? null)
        : null
    },
    linkOwn,
    linkProblem: (href) => linkProblems.get().reasons.get(href ?? '') ?? '',
    insertImage: () => void pickImage((picture) => actions.run(insertImage(picture))),
    replaceImage: () =>
      void pickImage(({ url, alt }) => actions.run(updateImage({ src: url, alt }))),
  })
  // The text names the menu's list and its active choice for screen readers.
  linkMenu.subscribe(() => {
    const { items: targets, active } = linkMenu.get()
    const text = view()?.dom
    if (targets) {
      text?.setAttribute('aria-controls', linkListId)
      text?.setAttribute('aria-activedescendant', choiceId(linkListId, active))
    } else {
      text?.removeAttribute('aria-controls')
      text?.removeAttribute('aria-activedescendant')
    }
  })
  const slash: SlashMenu = {
    store: createStore(closedMenu),
    onImage: actions.insertImage,
    devices: options.devices,
  }
  const hand = (markdown: string) => {
    if (markdown === current) return
    current = markdown
    emitted.push(markdown)
    controller.handlers.onChange(markdown)
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
        controller.handlers.onSave?.()
      },
      link: options.onLink,
      announce: actions.announce,
    }),
    eventsBefore,
    bareAddresses,
    slashPlugin(slash),
    linkMenuPlugin(linkMenu, links),
    typedAddressPlugin(links),
    uploadPlugin({
      upload: () => controller.handlers.onUpload,
      onProblem: (description) =>
        void showToast({ title: 'Upload failed', description, variant: 'destructive' }),
    }),
    pastePlugin(() => open?.codec ?? null, links),
    placeholderPlugin,
    embedCards,
    linkMarksPlugin(linkProblems, links),
    watchPlugin({
      snapshot,
      selected,
      onEdit: () => {
        session?.changed()
        countSoon()
      },
      onBlur: () => {
        flush()
        controller.handlers.onBlur?.()
      },
    }),
    pictureView(() => controller.handlers.pictures),
    codeBlockView,
    sourceBlockView,
    deviceView,
    taskItemView,
  ].flat()

  const controller: EditorController = {
    handlers: { value: options.markdown, onChange: () => {} },
    attributes: {},
    snapshot,
    selected,
    count,
    slash,
    linkMenu,
    linkProblems,
    announced,
    actions,
    view,
    create(root) {
      const markdown = current
      return createEditor({
        root,
        markdown,
        attributes: () => controller.attributes,
        plugins,
        onOpen(opened) {
          open = opened
          session?.end()
          session = createSession({
            editor: opened,
            markdown,
            onMarkdown: hand,
            onPendingChange: (pending) => controller.handlers.onPendingChange?.(pending),
            startWorker: () =>
              new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' }),
          })
          // Another text came while the editor was opening.
          if (current === markdown) countNow()
          else show(current)
          if (options.opening === 'end') actions.goOn('')
          else if (options.opening) actions.goTo(options.opening)
          controller.handlers.onOpen?.()
        },
      })
    },
    accept(markdown) {
      const known = emitted.lastIndexOf(markdown)
      if (markdown === current) emitted = []
      else if (known >= 0) emitted = emitted.slice(known + 1)
      else {
        current = markdown
        emitted = []
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
  return controller
}
