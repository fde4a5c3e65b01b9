import { ArrowLeft, Eye, History, Save } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import { Button } from '../../ui/button.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useKeeping } from '../local/local-provider.tsx'
import { PreviewDialog, type RenderPreview } from '../preview/preview-dialog.tsx'
import type { Crumb } from '../shell/breadcrumb.tsx'
import { Screen } from '../shell/screen.tsx'
import { useLeaveGuard } from '../shell/use-leave-guard.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { ConflictDialog } from './conflict/conflict-dialog.tsx'
import { ContentSettings } from './content-settings.tsx'
import { DraftContext } from './draft-context.ts'
import { manageAddress } from './draft-editor-screen.tsx'
import { DraftNotices } from './draft-notices.tsx'
import { fieldsOf, valuesOf } from './draft-values.ts'
import { EditorTab } from './editor-tab.tsx'
import { FeaturedImage } from './featured-image.tsx'
import { createHeldText } from './held-text.ts'
import { HistoryPanel } from './history/history-panel.tsx'
import { MailPanel } from './mail/mail-panel.tsx'
import { SentNotice } from './mail/sent-notice.tsx'
import { MoveUrlDialog } from './move-url-dialog.tsx'
import { previewRequestOf } from './preview-request.ts'
import type { Restored } from './restored-draft.ts'
import { SeoTab } from './seo-tab.tsx'
import { StateWord, TroubleNotice } from './state-word.tsx'
import { useDraft } from './use-draft.ts'
import { useSaveKey } from './use-save-key.ts'

type Open = 'compare' | 'preview' | 'history' | 'conflict' | 'move' | null

/** The editor of one item (specification, section 2 'Draft editor'). */
export function DraftEditor({
  type,
  loaded,
  begun,
  queued,
  gone,
  title,
  crumbs,
  renderPreview,
}: {
  type: ContentType
  /** As the server has it, also when that changes. */
  loaded: AdminItem
  begun: Restored | null
  /** The item with what waits in the queue in it. */
  queued: AdminItem | null
  /** It was deleted meanwhile. */
  gone: boolean
  title: string
  crumbs: ReadonlyArray<Crumb>
  renderPreview: RenderPreview
}) {
  /** Editors that hold text back for a moment; each writes it into the form when asked. */
  const flushes = useRef(new Set<() => void>())
  const flush = () => {
    for (const one of flushes.current) one()
  }
  const draft = useDraft(type, loaded, flush, { begun, queued })
  const { form, dirty, saving, trouble, save } = draft
  const [held] = useState(createHeldText)
  const [tab, setTab] = useState('editor')
  const [open, setOpen] = useState<Open>(null)
  const guard = useLeaveGuard(dirty, 'You have unsaved changes. Are you sure you want to go back?', {
    kept: useKeeping().kind === 'kept',
  })

  async function saveAll() {
    const saved = await save()
    // A field that is wrong is shown.
    if (!saved && Object.keys(form.formState.errors).length > 0) setTab('editor')
  }
  useSaveKey(() => void saveAll())

  const conflict = trouble.kind === 'conflict' ? trouble.conflict : null
  useEffect(() => {
    if (conflict) setOpen('conflict')
  }, [conflict])

  function show(what: Open) {
    flush()
    setOpen(what)
  }
  const close = () => setOpen(null)

  return (
    <DraftContext.Provider
      value={{ draft: { ...draft, fields: fieldsOf[type], screen: 'manage' }, flushes: flushes.current, held }}
    >
      <FormProvider {...form}>
        <div className="draft-screen">
          <Screen
            title={title}
            documentTitle={`${title}: ${loaded.title}`}
            crumbs={crumbs}
            state={<StateWord draft={draft} />}
            actions={
              <>
                <Button
                  variant="ghost"
                  icon={<ArrowLeft aria-hidden="true" />}
                  onClick={() => guard.leave(manageAddress)}
                >
                  <span className="draft-action">Back to Content</span>
                </Button>
                <Button icon={<History aria-hidden="true" />} onClick={() => show('history')}>
                  <span className="draft-action">History</span>
                </Button>
                <Button icon={<Eye aria-hidden="true" />} onClick={() => show('preview')}>
                  <span className="draft-action">Preview</span>
                </Button>
                <Button
                  variant="primary"
                  icon={<Save aria-hidden="true" />}
                  pending={saving}
                  pendingText="Saving..."
                  onClick={() => void saveAll()}
                >
                  Save Changes
                </Button>
              </>
            }
          >
            <DraftNotices draft={draft} gone={gone} onCompare={() => show('compare')} />
            <TroubleNotice
              draft={draft}
              onSolve={() => draft.conflictIsCurrent() && setOpen('conflict')}
              onSave={() => void saveAll()}
            />
            {type === 'newsletters' && <SentNotice draft={draft} />}
            <div className="draft-columns">
              <form
                className="min-w-0"
                noValidate
                onSubmit={(event) => {
                  event.preventDefault()
                  void saveAll()
                }}
              >
                <Tabs
                  label="Views of the content"
                  value={tab}
                  onChange={(id) => {
                    flush()
                    setTab(id)
                  }}
                  tabs={[
                    { id: 'editor', label: 'Editor', panel: <EditorTab onMove={() => setOpen('move')} />, keep: true },
                    { id: 'seo', label: 'SEO Analysis', panel: <SeoTab /> },
                  ]}
                />
              </form>
              <aside className="draft-side">
                <ContentSettings />
                {type === 'newsletters' && <MailPanel draft={draft} flush={flush} />}
                <FeaturedImage />
              </aside>
            </div>
          </Screen>
        </div>
        {guard.dialog}
        {open === 'compare' && (
          <CompareDialog
            type={type}
            file={valuesOf(type, loaded, draft.timeZone)}
            draft={form.getValues()}
            onClose={close}
          />
        )}
        {open === 'preview' && (
          <PreviewDialog request={previewRequestOf(draft, form.getValues())} render={renderPreview} onClose={close} />
        )}
        {open === 'history' && <HistoryPanel draft={draft} onClose={close} />}
        {open === 'move' && <MoveUrlDialog draft={draft} onClose={close} />}
        {open === 'conflict' && trouble.kind === 'conflict' && (
          <ConflictDialog draft={draft} trouble={trouble} onClose={close} />
        )}
      </FormProvider>
    </DraftContext.Provider>
  )
}
