import { Maximize2, Minimize2 } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { IconButton } from '../../../ui/button.tsx'
import { SideColumn, SideSheetButton, useSide } from '../../../ui/side-column.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { DraftValues } from '../../documents/draft-values.ts'
import {
  createBufferedText,
  DraftContext,
  type EditedItem,
  type Flushes,
} from '../../editing/draft-context.ts'
import { Screen } from '../../shell/screen.tsx'
import { UploadPlace } from '../../shell/upload-place.ts'
import { CutOffUploads } from './cut-off-uploads.tsx'

/** The fields on the page itself; all others stand beside it. */
const onThePage: ReadonlySet<string> = new Set(['title', 'content', 'articles'])

/**
 * The screen of an edited item: title and text come first, in tabs; the other fields stand beside
 * them, in a sheet where there is no room. `children` are its dialogs.
 */
export function EditorFrame({
  edited,
  draftName = null,
  form,
  flushes: { flushes, flush },
  className = '',
  notices,
  tabs,
  tab,
  onTab,
  side,
  state,
  onSubmit,
  children,
  ...screen
}: Omit<ComponentProps<typeof Screen>, 'children'> & {
  edited: EditedItem
  /** The type and name of an unsaved draft. */
  draftName?: string | null
  form: UseFormReturn<DraftValues>
  flushes: Flushes
  className?: string
  /** Messages about the text and its saving. */
  notices: ReactNode
  tabs: ComponentProps<typeof Tabs>['tabs']
  tab: string
  onTab: (id: string) => void
  /** Groups of fields. */
  side: ReactNode
  /** Called for Enter in a field. */
  onSubmit?: () => void
  children: ReactNode
}) {
  const [held] = useState(createBufferedText)
  const sheet = useSide()
  const wrong = Object.keys(form.formState.errors).filter((field) =>
    edited.fields.some((name) => name === field),
  )
  // The creator has the meta description in its tab about search engines.
  const inTab = edited.screen === 'creator' ? 'metaDescription' : null
  const beside = wrong.filter((field) => !onThePage.has(field) && field !== inTab)
  function showText() {
    flush()
    onTab('editor')
  }
  useNewProblems(wrong, () => {
    if (beside.length === wrong.length) sheet.show()
  })
  return (
    <DraftContext.Provider value={{ draft: edited, flushes, held }}>
      <UploadPlace.Provider value={edited.item ? `${edited.type}/${edited.item.id}` : draftName}>
        <FormProvider {...form}>
          {/* The sticky toolbars of the text are below the sticky head of the screen. */}
          <div className={`max-sm:pb-16 sm:[--editor-bars-top:3.25rem] ${className}`}>
            <Screen
              {...screen}
              state={
                <>
                  {state}
                  <FocusMode onEnter={showText} />
                </>
              }
              staysInView
            >
              {notices}
              <CutOffUploads flush={flush} />
              <div
                className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8"
                data-part="editor-columns"
              >
                <form
                  className="min-w-0"
                  noValidate
                  onSubmit={(event) => {
                    event.preventDefault()
                    onSubmit?.()
                  }}
                >
                  <Tabs
                    label="Views of the content"
                    value={tab}
                    onChange={(id) => {
                      flush()
                      onTab(id)
                    }}
                    tabs={tabs}
                    end={<SideSheetButton side={sheet} problem={beside.length > 0} />}
                  />
                </form>
                <SideColumn side={sheet}>{side}</SideColumn>
              </div>
            </Screen>
          </div>
          {children}
        </FormProvider>
      </UploadPlace.Provider>
    </DraftContext.Provider>
  )
}

/**
 * Calls `onNew` when a field becomes invalid, and then focuses the first invalid field unless one
 * has the focus.
 */
function useNewProblems(wrong: ReadonlyArray<string>, onNew: () => void) {
  const known = useRef<ReadonlyArray<string>>([])
  const now = wrong.join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when other fields are invalid
  useEffect(() => {
    const isNew = wrong.some((field) => !known.current.includes(field))
    known.current = wrong
    if (!isNew || document.activeElement?.getAttribute('aria-invalid') === 'true') return
    let frame = requestAnimationFrame(() => {
      flushSync(onNew)
      // The sheet and the groups are open with the next frame.
      frame = requestAnimationFrame(() => {
        const fields = [...document.querySelectorAll<HTMLElement>('main [aria-invalid="true"]')]
        if (!fields.includes(document.activeElement as HTMLElement))
          fields.find((field) => field.checkVisibility())?.focus()
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [now])
}

const isMac = () => /Mac|iP(?:hone|ad)/.test(navigator.platform)

/**
 * Focus mode: only title, text, state and save are on the screen (`data-focus-mode` in the style
 * sheet). Mod+Shift+F switches it. `onEnter` brings the text into view.
 */
function FocusMode({ onEnter }: { onEnter: () => void }) {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (on) dataset.focusMode = ''
    else delete dataset.focusMode
    return () => {
      delete dataset.focusMode
    }
  }, [on])
  const enter = useRef(onEnter)
  enter.current = onEnter
  const change = useCallback((next: boolean) => {
    setOn(next)
    if (next) enter.current()
  }, [])
  useEffect(() => {
    const keydown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog:modal')) return
      if (
        !(event.ctrlKey || event.metaKey) ||
        !event.shiftKey ||
        event.altKey ||
        event.key.toLowerCase() !== 'f'
      )
        return
      event.preventDefault()
      change(!on)
    }
    document.addEventListener('keydown', keydown)
    return () => document.removeEventListener('keydown', keydown)
  }, [on, change])
  const keys = isMac() ? '⇧⌘F' : 'Ctrl+Shift+F'
  return (
    <IconButton
      label="Focus mode"
      title={`${on ? 'Leave focus mode' : 'Focus mode'} (${keys})`}
      aria-pressed={on}
      aria-keyshortcuts="Control+Shift+F Meta+Shift+F"
      icon={on ? <Minimize2 /> : <Maximize2 />}
      onClick={() => change(!on)}
    />
  )
}
