import { counted } from '#domain/count-words.ts'
import { directionOf } from '#domain/site/direction.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { FieldMessages, useTies } from '../../ui/field.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import './editor.css'
import { Milkdown, MilkdownProvider, useEditor } from '@milkdown/react'
import {
  type ComponentType,
  useEffect,
  useImperativeHandle,
  useReducer,
  useRef,
  useState,
} from 'react'
import { useSiteLanguage } from '../shell/site-facts.ts'
import { CaretMenuList } from './choice-list.tsx'
import { setTextStyle } from './commands.ts'
import { EditorController } from './editor-controller.ts'
import { FloatingBar } from './floating-bar.tsx'
import { selectNextProblem } from './links/link-marks.ts'
import { LinkPanel } from './links/link-panel.tsx'
import { linkTargetText } from './links/link-target-text.tsx'
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
import { useStore } from './store.ts'
import { Toolbar } from './toolbar.tsx'
import type { PanelKind, Tool } from './tools.ts'

const ownFrame =
  'relative rounded-card border-[1.5px] border-muted bg-surface focus-within:border-ink data-invalid:border-danger'
const pageFrame = 'relative data-invalid:shadow-[inset_0.25rem_0_0_var(--color-danger)]'

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
  const { subject } = useProfile()
  const language = useSiteLanguage()
  const [controller] = useState(
    () =>
      new EditorController({
        markdown: props.value,
        opening,
        devices: subjectData[subject].devices,
        onLink: () => setPanel('link'),
        onSource: setSource,
      }),
  )
  const [emissions, countEmission] = useReducer((count: number) => count + 1, 0)
  const { value, onChange } = props
  controller.handlers = {
    ...props,
    onChange(markdown) {
      onChange(markdown)
      countEmission()
    },
  }
  controller.attributes = {
    id,
    // Marks of lists and bars of quotes stand where the page has them.
    dir: directionOf(language),
    'aria-multiline': 'true',
    'aria-labelledby': `${id}-label`,
    'data-placeholder': placeholder,
    ...(error && { 'aria-invalid': 'true' }),
    ...(described && { 'aria-describedby': described }),
  }
  useEditor((root) => controller.create(root), [controller])

  // React may batch an emitted text with another one that replaces it; then `value` does not
  // change, but the document differs from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `emissions` changes when the document may differ from `value`
  useEffect(() => controller.accept(value), [controller, value, emissions])
  useEffect(() => () => controller.end(), [controller])
  // ProseMirror reads the attributes when the view updates.
  const look = `${error ?? ''}|${described}|${placeholder}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `look` changes when the attributes change
  useEffect(() => controller.refresh(), [controller, look])
  useImperativeHandle(ref, () => controller, [controller])

  const snapshot = useStore(controller.snapshot)
  const { words, announced } = useStore(controller.status)
  const linkProblems = useStore(controller.linkProblems)
  const Panel = source === null ? panels[panelFor(panel, snapshot)] : undefined
  const press = ({ run, opens }: Tool, isOpened: boolean) => {
    if (opens === 'image') controller.insertImage()
    else if (opens && isOpened) setPanel(panel === opens ? null : opens)
    else if (run) controller.run(run)
    else setPanel(opens ?? null)
  }

  const showNextProblem = () => {
    const view = controller.view()
    if (view && selectNextProblem(view)) setPanel('link')
  }

  const count = (
    <span className="form-counter" aria-live="off">
      {linkProblems.count > 0 && source === null && (
        <button
          type="button"
          className="me-3 text-danger underline underline-offset-2"
          onClick={showNextProblem}
        >
          {counted(linkProblems.count, 'link', 'links')} to check
        </button>
      )}
      {counted(words, 'word', 'words')}
    </span>
  )

  const toggleSource = () => {
    if (source === null) setSource(controller.openSource())
    else {
      controller.closeSource()
      setSource(null)
    }
    setPanel(null)
  }

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
        <div
          className={`sticky top-[var(--editor-bars-top,0)] z-5 border-b border-line bg-surface ${isPage ? 'border-t' : 'rounded-t-card'}`}
          data-part="editor-bars"
        >
          <Toolbar
            snapshot={snapshot}
            panel={panel}
            isSource={source !== null}
            onPress={(tool) => press(tool, true)}
            onTextStyle={(level) => controller.run(setTextStyle(level))}
            onSource={toggleSource}
          />
          {Panel && (
            <Panel
              key={`${snapshot.link} ${snapshot.imageSrc}`}
              snapshot={snapshot}
              editor={controller}
              onClose={() => setPanel(null)}
            />
          )}
        </div>
        <div className="editor-page prose" hidden={source !== null}>
          <Milkdown />
        </div>
        {source === null ? (
          <>
            <FloatingBar
              editor={controller}
              frame={frame}
              snapshot={snapshot}
              onPress={(tool) => press(tool, false)}
            />
            <CaretMenuList
              menu={controller.slashMenu}
              frame={frame}
              label="Insert a block"
              className="w-52"
            >
              {({ label }) => label}
            </CaretMenuList>
            <CaretMenuList
              menu={controller.linkMenu}
              frame={frame}
              label="Pages of this site"
              className="w-[min(26rem,calc(100%-0.5rem))]"
              status={(pages) => counted(pages, 'page', 'pages')}
            >
              {linkTargetText}
            </CaretMenuList>
          </>
        ) : (
          <textarea
            className="block field-sizing-content min-h-[400px] w-full resize-none bg-transparent
              px-[clamp(0.875rem,4vw,2rem)] py-5 font-mono text-14/[1.6] text-ink outline-none"
            aria-label={`${label}, Markdown source`}
            spellCheck
            value={source}
            onChange={(event) => {
              setSource(event.target.value)
              controller.editSource(event.target.value)
            }}
            onKeyDown={(event) => {
              if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
              event.preventDefault()
              props.onSave?.()
            }}
          />
        )}
      </div>
      <p className="sr-only" role="status">
        {announced}
      </p>
      <div
        className={
          isPage
            ? 'mx-auto grid max-w-[44rem] gap-1 px-[clamp(0.875rem,4vw,2rem)] pb-2.5'
            : 'contents'
        }
      >
        <FieldMessages id={id} error={error} hint={hint} />
        {isPage && <p className="text-end">{count}</p>}
      </div>
    </div>
  )
}

/** The panels of the second toolbar line. */
const panels: Readonly<Record<string, ComponentType<PanelProps>>> = {
  link: LinkPanel,
  highlight: HighlightPanel,
  align: AlignPanel,
  image: ImagePanel,
  table: TablePanel,
  callout: CalloutPanel,
}

/** The panel that was asked for, else the one for the selection. */
function panelFor(asked: PanelKind | null, { imageSrc, table, quote }: EditorSnapshot): string {
  if (asked) return asked
  if (imageSrc !== null) return 'image'
  if (table) return 'table'
  return quote === 'none' || quote === 'plain' ? '' : 'callout'
}
