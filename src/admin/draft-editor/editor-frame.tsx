import { type ComponentProps, type ReactNode, useState } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { Tabs } from '../../ui/tabs.tsx'
import { Screen } from '../shell/screen.tsx'
import { DraftContext, type EditedItem } from './draft-context.ts'
import type { DraftValues } from './draft-values.ts'
import { createHeldText } from './held-text.ts'
import type { Flushes } from './use-flushes.ts'

/** The screen of an item that is being edited: its fields in tabs, its settings beside them. `children` are its dialogs. */
export function EditorFrame({
  edited,
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
  form: UseFormReturn<DraftValues>
  flushes: Flushes
  className?: string
  /** What there is to say about the text and its saving. */
  notices: ReactNode
  /** Fields that stand above the tabs. */
  above?: ReactNode
  tabs: ComponentProps<typeof Tabs>['tabs']
  tab: string
  onTab: (id: string) => void
  side: ReactNode
  /** Enter in a field. */
  onSubmit?: () => void
  children: ReactNode
}) {
  const [held] = useState(createHeldText)
  return (
    <DraftContext.Provider value={{ draft: edited, flushes, held }}>
      <FormProvider {...form}>
        <div className={`draft-screen ${className}`}>
          <Screen {...screen}>
            {notices}
            <div className="draft-columns">
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
              <aside className="draft-side">{side}</aside>
            </div>
          </Screen>
        </div>
        {children}
      </FormProvider>
    </DraftContext.Provider>
  )
}
