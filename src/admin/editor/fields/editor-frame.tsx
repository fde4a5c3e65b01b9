import { type ComponentProps, type ReactNode, useState } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { Tabs } from '../../../ui/tabs.tsx'
import { createBufferedText, DraftContext, type EditedItem, type Flushes } from '../../item/draft-context.ts'
import type { DraftValues } from '../../item/draft-values.ts'
import { UploadPlace } from '../../offline/upload-place.ts'
import { Screen } from '../../shell/screen.tsx'
import { CutOffUploads } from './cut-off-uploads.tsx'

/** The screen of an edited item: its fields in tabs, its settings beside them. `children` are its dialogs. */
export function EditorFrame({
  edited,
  draftName = null,
  form,
  flushes: { flushes, flush },
  className = '',
  notices,
  above,
  tabs,
  tab,
  onTab,
  side,
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
  /** Fields above the tabs. */
  above?: ReactNode
  tabs: ComponentProps<typeof Tabs>['tabs']
  tab: string
  onTab: (id: string) => void
  side: ReactNode
  /** Called for Enter in a field. */
  onSubmit?: () => void
  children: ReactNode
}) {
  const [held] = useState(createBufferedText)
  return (
    <DraftContext.Provider value={{ draft: edited, flushes, held }}>
      <UploadPlace.Provider value={edited.item ? `${edited.type}/${edited.item.id}` : draftName}>
        <FormProvider {...form}>
          {/* The sticky toolbars of the text are below the sticky head of the screen. */}
          <div className={`max-sm:pb-16 sm:[--editor-bars-top:3.75rem] ${className}`}>
            <Screen {...screen} staysInView>
              {notices}
              <CutOffUploads flush={flush} />
              <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
                <form
                  className="grid min-w-0 grid-cols-1 content-start gap-5"
                  noValidate
                  onSubmit={(event) => {
                    event.preventDefault()
                    onSubmit?.()
                  }}
                >
                  {above}
                  <Tabs
                    label="Views of the content"
                    value={tab}
                    onChange={(id) => {
                      flush()
                      onTab(id)
                    }}
                    tabs={tabs}
                  />
                </form>
                <aside className="grid content-start gap-6 min-w-0" data-part="draft-side">
                  {side}
                </aside>
              </div>
            </Screen>
          </div>
          {children}
        </FormProvider>
      </UploadPlace.Provider>
    </DraftContext.Provider>
  )
}
