import type { Editor } from '@milkdown/kit/core'
import type { Command } from '@milkdown/kit/prose/state'
import type { EditorView } from '@milkdown/kit/prose/view'
import type { LinkTarget } from '#domain/link-targets.ts'
import type { Opening } from '#domain/opening.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { showToast } from '../../ui/show-toast.ts'
import { bareAddresses } from './bare-addresses.ts'
import { insertMedia, setLink, updateImage } from './commands.ts'
import { createEditor, type OpenEditor } from './create-editor.ts'
import type { DocumentCodec } from './document-codec.ts'
import { goToEnd, goToPlace } from './go-to-place.ts'
import { eventsBefore, keysPlugin } from './keys.ts'
import { insertOwnLink } from './links/insert-own-link.ts'
import { linkMarksPlugin, noLinkProblems } from './links/link-marks.ts'
import { createLinkMenu } from './links/link-menu.ts'
import { suggestLinks } from './links/link-suggestions.ts'
import { linkAt } from './links/text-links.ts'
import { typedAddressPlugin } from './links/typed-addresses.ts'
import { pastePlugin } from './paste/paste.ts'
import { type AskedMedia, askMedia, type MediumKind } from './pictures/ask-media.ts'
import type { RichTextEditorProps } from './rich-text-editor-props.ts'
import { createSession, type EditingSession } from './session.ts'
import { createSlashMenu } from './slash-menu.ts'
import { emptySnapshot } from './snapshot.ts'
import { snippetTools } from './snippets/snippet-tools.ts'
import { createStore } from './store.ts'
import { placeholderPlugin, textCards } from './text-decorations.ts'
import type { PanelKind, Tool } from './tools.ts'
import { uploadPlugin } from './uploads.ts'
import { codeBlockView, sourceBlockView, taskItemView } from './views/block-views.ts'
import { deviceView } from './views/device-view.ts'
import { pictureView } from './views/picture-view.ts'
import { type SelectionBox, watchPlugin } from './watch.ts'

interface Options {
  markdown: string
  opening: Opening
  /** Whether settings of devices are offered, and their names are known. */
  devices: boolean
  onPanel: (panel: PanelKind) => void
  /** Called when the screen passes another text while the source is open. */
  onSource: (markdown: string) => void
}

/**
 * Connects one editor with the screen: its plugins, its state for the toolbars, and the text in
 * both directions. React renders it and passes new properties to it.
 */
export class EditorController {
  handlers: Partial<RichTextEditorProps> = {}
  attributes: Record<string, string> = {}
  readonly snapshot = createStore(emptySnapshot)
  readonly selected = createStore<SelectionBox>({ box: null })
  /** The number of words, and the last message for people with a screen reader. */
  readonly status = createStore({ words: 0, announced: '' })
  readonly linkProblems = createStore(noLinkProblems)
  readonly linkMenu = createLinkMenu(() => this.links)
  readonly slashMenu = createSlashMenu({
    hasDevices: () => this.options.devices,
    snippets: () => snippetTools(this.handlers.snippets?.all ?? [], this.codec),
    press: (tool) => this.press(tool),
  })
  private readonly options: Options
  private open: OpenEditor | null = null
  private session: EditingSession | null = null
  private current: string
  private isSource = false
  /** Texts passed to `onChange` that have not come back as the value yet. */
  private emitted: Array<string> = []
  private counting: ReturnType<typeof setTimeout> | undefined

  constructor(options: Options) {
    this.options = options
    this.current = options.markdown
  }

  readonly view = (): EditorView | null =>
    this.open && !this.open.view.isDestroyed ? this.open.view : null

  readonly codec = (): DocumentCodec | null => this.open?.codec ?? null

  get links() {
    return this.handlers.links
  }

  create(root: HTMLElement): Editor {
    const markdown = this.current
    return createEditor({
      root,
      markdown,
      attributes: () => this.attributes,
      plugins: this.plugins(),
      onOpen: (opened) => {
        this.open = opened
        this.session?.end()
        this.session = createSession({
          editor: opened,
          markdown,
          onMarkdown: (written) => this.editSource(written),
          onPendingChange: (pending) => this.handlers.onPendingChange?.(pending),
          startWorker: () =>
            new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' }),
        })
        // Another text came while the editor was opening.
        if (this.current === markdown) this.countNow()
        else this.show(this.current)
        const { opening } = this.options
        if (opening === 'end') this.goOn('')
        else if (opening) goToPlace(opened.view, opening)
        this.handlers.onOpen?.()
      },
    })
  }

  private plugins() {
    const links = () => this.links
    return [
      keysPlugin({
        save: () => {
          this.flush()
          this.handlers.onSave?.()
        },
        link: () => this.options.onPanel('link'),
        announce: this.announce,
      }),
      eventsBefore,
      bareAddresses,
      this.slashMenu.plugins,
      this.linkMenu.plugins,
      typedAddressPlugin(links),
      uploadPlugin({
        upload: () => this.handlers.onUpload,
        onProblem: (description) =>
          void showToast({ title: 'Upload failed', description, variant: 'destructive' }),
      }),
      pastePlugin(this.codec, links),
      placeholderPlugin,
      textCards((sounds) => this.handlers.onPlayer?.(sounds)),
      linkMarksPlugin(this.linkProblems, links),
      watchPlugin({
        snapshot: this.snapshot,
        selected: this.selected,
        onEdit: () => {
          this.session?.changed()
          clearTimeout(this.counting)
          this.counting = setTimeout(() => this.countNow(), 300)
        },
        onBlur: () => {
          this.flush()
          this.handlers.onBlur?.()
        },
        onCaret: (block) => this.handlers.onCaret?.(block),
      }),
      pictureView(() => this.handlers.pictures),
      codeBlockView,
      sourceBlockView,
      deviceView,
      taskItemView,
    ].flat()
  }

  /**
   * Handles a new `value` from the screen: a text that the editor itself emitted is ignored, any
   * other replaces the document.
   */
  accept(markdown: string): void {
    const known = this.emitted.lastIndexOf(markdown)
    if (markdown === this.current) this.emitted = []
    else if (known >= 0) this.emitted = this.emitted.slice(known + 1)
    else {
      this.current = markdown
      this.emitted = []
      if (this.isSource) this.options.onSource(markdown)
      else this.show(markdown)
    }
  }

  readonly flush = (): string => {
    if (!this.isSource) this.session?.flush()
    return this.current
  }

  /** Switches to editing Markdown source; returns the source. */
  openSource(): string {
    this.flush()
    this.isSource = true
    return this.current
  }

  /** Passes an edit to the screen. */
  editSource(markdown: string): void {
    if (markdown === this.current) return
    this.current = markdown
    this.emitted.push(markdown)
    this.handlers.onChange?.(markdown)
  }

  /** Switches back to the document and shows the edited Markdown. */
  closeSource(): void {
    this.isSource = false
    this.show(this.current)
  }

  private show(markdown: string): void {
    this.session?.show(markdown)
    this.countNow()
  }

  private countNow(): void {
    clearTimeout(this.counting)
    if (this.session) this.status.set({ words: this.session.words() })
  }

  readonly refresh = (): void => this.view()?.setProps({})

  end(): void {
    this.flush()
    clearTimeout(this.counting)
    this.session?.end()
  }

  /** Runs a command and returns the focus to the text, so that the next key is typed there. */
  run(command: Command): void {
    const view = this.view()
    if (!view) return
    command(view.state, view.dispatch, view)
    view.focus()
  }

  readonly focus = (): void => this.view()?.focus()

  /** Puts the caret at the end of the text and types white space there. */
  readonly goOn = (space: string): void => {
    const view = this.view()
    if (view) goToEnd(view, space)
  }

  readonly announce = (announced: string): void => this.status.set({ announced })

  selectedText(): string {
    const state = this.view()?.state
    if (!state) return ''
    const { from, to } = state.selection
    return state.doc.textBetween(from, to, ' ').trim()
  }

  /** Does what a tool is for. */
  press({ run, opens, asks }: Tool): void {
    if (asks) void this.place(asks, insertMedia)
    else if (run) this.run(run)
    else if (opens) this.options.onPanel(opens)
  }

  /** Asks for a picture or sound that replaces the selected one. */
  replaceMedium(kind: MediumKind): void {
    void this.place(kind, ([medium]) => updateImage(medium ?? {}))
  }

  private async place(kind: MediumKind, command: (media: AskedMedia) => Command): Promise<void> {
    const media = await askMedia(kind, this.handlers.onImageRequest)
    if (media.length > 0) this.run(command(media))
    else this.focus()
  }

  /**
   * An alternative text for a picture of the text, from its caption, its file's name or the words
   * around it; empty when they say nothing.
   */
  async proposeAlt(src: string): Promise<string> {
    const { proposeAlt } = await import('#domain/alt-proposal.ts')
    const name = percentDecoded(src.replace(/[?#].*$/s, '').replace(/^.*\//s, '')) ?? ''
    return proposeAlt({ name, text: this.flush() }, this.options.devices)
  }

  /** The pages that a link can lead to, for a name; nothing where the screen offers none. */
  async findLinks(query: string): Promise<ReadonlyArray<LinkTarget>> {
    return this.links ? suggestLinks(query, this.links, this.view()?.state.doc ?? null) : []
  }

  /** Links the selection to a page of this site; without one, inserts the title of the page. */
  linkOwn(path: string): void {
    const view = this.view()
    if (!view) return
    const { from, to, empty } = view.state.selection
    if (empty && !linkAt(view.state)) void insertOwnLink(view, { path, from, to }, this.links)
    else setLink(path)(view.state, view.dispatch)
    // Without waiting for the title: the next key is typed into the text.
    view.focus()
  }
}
