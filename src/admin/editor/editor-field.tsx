import { FieldMessages, useTies } from '../../ui/field.tsx'
import { later } from '../../ui/loaded-code.tsx'
import './editor.css'
import { Milkdown, MilkdownProvider } from '@milkdown/react'
import { type ComponentType, useImperativeHandle, useRef, useState } from 'react'
import { setTextStyle } from './commands.ts'
import type { EditorController } from './editor-controller.ts'
import { Announced, Counter, Menus, SourceText } from './editor-parts.tsx'
import { LinkPanel } from './links/link-panel.tsx'
import {
  AlignPanel,
  CalloutPanel,
  HighlightPanel,
  ImagePanel,
  type PanelProps,
  TablePanel,
} from './panels.tsx'
import type { RichTextEditorProps } from './rich-text-editor-props.ts'
import type { EditorSnapshot } from './snapshot.ts'
import { SnippetPanel } from './snippets/snippet-panel.tsx'
import { useStore } from './store.ts'
import { Toolbar } from './toolbar.tsx'
import type { PanelKind, Tool } from './tools.ts'
import { useController } from './use-controller.ts'
import { VideoPanel } from './video-panel.tsx'

const ownFrame =
  'relative rounded-card border-[1.5px] border-muted bg-surface focus-within:border-ink data-invalid:border-danger'
const pageFrame = 'relative data-invalid:shadow-[inset_0.25rem_0_0_var(--color-danger)]'

const pageFoot = 'mx-auto grid max-w-[44rem] gap-1 px-[clamp(0.875rem,4vw,2rem)] pb-2.5'

/** The editor with its toolbars. Loaded through `RichTextEditor`. */
export default function EditorField(props: RichTextEditorProps) {
  return (
    <MilkdownProvider>
      <Field {...props} />
    </MilkdownProvider>
  )
}

function Field({
  label,
  hint,
  error,
  id: wantedId,
  placeholder = 'Start writing...',
  isPage = false,
  opening = null,
  ref,
  ...props
}: RichTextEditorProps) {
  const { id, 'aria-describedby': described } = useTies(wantedId, error, hint)
  const frame = useRef<HTMLDivElement>(null)
  const [panel, setPanel] = useState<PanelKind | null>(null)
  const [source, setSource] = useState<string | null>(null)
  const controller = useController(props, {
    opening,
    attributes: {
      id,
      'aria-multiline': 'true',
      'aria-labelledby': `${id}-label`,
      'data-placeholder': placeholder,
      ...(error && { 'aria-invalid': 'true' }),
      ...(described && { 'aria-describedby': described }),
    },
    onPanel: setPanel,
    onSource: setSource,
  })
  useImperativeHandle(ref, () => controller, [controller])

  const snapshot = useStore(controller.snapshot)
  const press = (tool: Tool, isOpened: boolean) => {
    const { opens } = tool
    if (opens && isOpened) setPanel(panel === opens ? null : opens)
    else controller.press(tool)
  }
  const count = (
    <Counter editor={controller} isSource={source !== null} onProblem={() => setPanel('link')} />
  )

  return (
    <div className={isPage ? 'min-w-0' : 'form-field'}>
      <div className={isPage ? 'sr-only' : 'form-label'}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: like a click on a `label`, but the editor is no form control */}
        <span id={`${id}-label`} onMouseDown={() => setTimeout(controller.focus)}>
          {label}
        </span>
        {!isPage && count}
      </div>
      <div
        ref={frame}
        className={isPage ? pageFrame : ownFrame}
        data-part="editor-frame"
        data-invalid={error ? '' : undefined}
        data-source={source === null ? undefined : ''}
      >
        <Bars
          editor={controller}
          snapshot={snapshot}
          isPage={isPage}
          panel={panel}
          onPanel={setPanel}
          onPress={(tool) => press(tool, true)}
          source={source}
          onSource={setSource}
        />
        <div className="editor-page prose" hidden={source !== null}>
          <Milkdown />
        </div>
        {source === null ? (
          <Menus
            editor={controller}
            frame={frame}
            snapshot={snapshot}
            onPress={(tool) => press(tool, false)}
          />
        ) : (
          <SourceText
            label={`${label}, Markdown source`}
            source={source}
            editor={controller}
            onChange={setSource}
            onSave={props.onSave}
          />
        )}
      </div>
      <Announced editor={controller} />
      <div className={isPage ? pageFoot : 'contents'}>
        <FieldMessages id={id} error={error} hint={hint} />
        {isPage && <p className="text-end">{count}</p>}
      </div>
    </div>
  )
}

/** The toolbar, and the panel below it. */
function Bars({
  editor,
  snapshot,
  isPage,
  panel,
  onPanel,
  onPress,
  source,
  onSource,
}: {
  editor: EditorController
  snapshot: EditorSnapshot
  isPage: boolean
  panel: PanelKind | null
  onPanel: (panel: PanelKind | null) => void
  onPress: (tool: Tool) => void
  /** The text while it is edited as Markdown. */
  source: string | null
  onSource: (source: string | null) => void
}) {
  const Panel = source === null ? panels[panelFor(panel, snapshot)] : undefined

  function toggleSource() {
    if (source !== null) editor.closeSource()
    onSource(source === null ? editor.openSource() : null)
    onPanel(null)
  }

  return (
    <div
      className={`sticky top-[var(--editor-bars-top,0)] z-5 border-b border-line bg-surface ${isPage ? 'border-t' : 'rounded-t-card'}`}
      data-part="editor-bars"
    >
      <Toolbar
        snapshot={snapshot}
        panel={panel}
        isSource={source !== null}
        onPress={onPress}
        onTextStyle={(level) => editor.run(setTextStyle(level))}
        onSource={toggleSource}
      />
      {Panel && (
        <Panel
          key={panel === 'assist' ? panel : `${snapshot.link} ${snapshot.imageSrc}`}
          snapshot={snapshot}
          editor={editor}
          onClose={() => onPanel(null)}
        />
      )}
    </div>
  )
}

/** The panels of the second toolbar line. */
const panels: Readonly<Record<string, ComponentType<PanelProps>>> = {
  link: LinkPanel,
  video: VideoPanel,
  highlight: HighlightPanel,
  align: AlignPanel,
  snippet: SnippetPanel,
  image: ImagePanel,
  table: TablePanel,
  callout: CalloutPanel,
  assist: later(async () => (await import('./assist/assist-panel.tsx')).AssistPanel),
}

/** The panel that was asked for, else the one for the selection. */
function panelFor(asked: PanelKind | null, { imageSrc, table, quote }: EditorSnapshot): string {
  if (asked) return asked
  if (imageSrc !== null) return 'image'
  if (table) return 'table'
  return quote === 'none' || quote === 'plain' ? '' : 'callout'
}
