import { ArrowLeft, Eye, History, Save } from 'lucide-react'
import { useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { hasField } from '#domain/item/item-fields.ts'
import { openingOf } from '#domain/opening.ts'
import type { AdminItem } from '../../api/admin-content.ts'
import type { Crumb } from '../../ui/breadcrumb.tsx'
import { Button } from '../../ui/button.tsx'
import { fieldsOf } from '../documents/draft-values.ts'
import { useFlushes } from '../editing/draft-context.ts'
import { DraftNotices } from '../editing/draft-notices.tsx'
import { HistoryPanel } from '../editing/history/history-panel.tsx'
import { itemHistory } from '../editing/history/history-subject.ts'
import { ReviewDialog } from '../editing/review-notice.tsx'
import { DraftProblem, StateWord } from '../editing/state-word.tsx'
import { type Draft, type Restored, useDraft } from '../editing/use-draft.ts'
import { useIssueNumbers } from '../editing/use-issue-numbers.tsx'
import { useSaveKey } from '../editing/use-save-key.ts'
import { ContentSettings } from '../editor/fields/content-settings.tsx'
import { EditorFrame } from '../editor/fields/editor-frame.tsx'
import { EditorTab } from '../editor/fields/editor-tab.tsx'
import { FeaturedImage } from '../editor/fields/featured-image.tsx'
import { OwnFieldsGroup } from '../editor/fields/own-fields.tsx'
import { PublishingGroup, SummaryGroup } from '../editor/fields/side-groups.tsx'
import { TextSuggestions } from '../editor/fields/text-suggestions.tsx'
import { PreviewDialog } from '../editor/preview/preview-dialog.tsx'
import { previewRequestOf } from '../editor/preview/preview-request.ts'
import { useRenderPreview } from '../editor/preview/render-preview.ts'
import { SeoTab } from '../editor/seo/seo-tab.tsx'
import { useRole } from '../shell/auth.tsx'
import { useCommands } from '../shell/commands.ts'
import { manageAddress } from '../shell/navigation.tsx'
import { useUnsavedGuard } from '../shell/use-leave-guard.tsx'
import { MailPanel } from './mail/mail-panel.tsx'
import { SentNotice } from './mail/sending-progress.tsx'
import { MoveUrlDialog } from './move-url-dialog.tsx'

type Open = 'preview' | 'history' | 'move' | 'ask' | null

interface DraftEditorProps {
  type: ContentType
  /** The item on the server; updated when it changes there. */
  loaded: AdminItem
  stored: Restored | null
  /** The item with the changes that wait in the queue. */
  queued: AdminItem | null
  /** The item was deleted on the server. */
  gone: boolean
  title: string
  crumbs: ReadonlyArray<Crumb>
}

/** The editor of one item (specification, section 2 'Draft editor'). */
export function DraftEditor({
  type,
  loaded,
  stored,
  queued,
  gone,
  title,
  crumbs,
}: DraftEditorProps) {
  const flushes = useFlushes()
  const { flush } = flushes
  const draft = useDraft(type, loaded, flush, { stored, queued, gone })
  const { form, dirty, saving } = draft
  const [tab, setTab] = useState('editor')
  const [opening] = useState(() => openingOf(location.hash))
  const [open, setOpen] = useState<Open>(null)
  const guard = useUnsavedGuard(
    dirty,
    'You have unsaved changes. Are you sure you want to go back?',
  )
  // Shows the tab with the invalid field.
  const isAsking = useRole() === 'writer' && draft.item.status !== 'draft'
  const { saveAll, question } = useSaveAll(
    draft,
    () => setTab('editor'),
    isAsking ? () => show('ask') : null,
  )
  useCommands([
    { label: 'Save Changes', run: saveAll },
    { label: 'Preview', run: () => show('preview') },
    { label: 'History', run: () => show('history') },
    { label: 'SEO Analysis', run: () => setTab('seo') },
  ])

  function show(what: Open) {
    flush()
    setOpen(what)
  }

  return (
    <EditorFrame
      edited={{
        ...draft,
        fields: fieldsOf[type],
        screen: 'manage',
        save: saveAll,
        isQueued: draft.problem.kind === 'queued',
      }}
      form={form}
      flushes={flushes}
      title={title}
      documentTitle={`${title}: ${loaded.title}`}
      crumbs={crumbs}
      state={<StateWord draft={draft} />}
      actions={
        <Actions
          saving={saving}
          onLeave={() => guard.leave(manageAddress)}
          onShow={show}
          onSave={saveAll}
          isAsking={isAsking}
        />
      }
      notices={
        <>
          <DraftNotices draft={draft} />
          <DraftProblem draft={draft} onSave={saveAll} />
          {type === 'newsletters' && <SentNotice draft={draft} />}
        </>
      }
      tab={tab}
      onTab={setTab}
      tabs={[
        {
          id: 'editor',
          label: 'Editor',
          panel: <EditorTab opening={opening} />,
          keep: true,
        },
        { id: 'seo', label: 'SEO Analysis', panel: <SeoTab /> },
      ]}
      onSubmit={saveAll}
      side={
        <>
          <PublishingGroup onMove={() => setOpen('move')} />
          <SummaryGroup withMeta />
          <TextSuggestions />
          <ContentSettings />
          <OwnFieldsGroup />
          {type === 'newsletters' && <MailPanel draft={draft} flush={flush} />}
          <FeaturedImage />
        </>
      }
    >
      {guard.dialog}
      {question}
      <OpenDialog draft={draft} open={open} onClose={() => setOpen(null)} />
    </EditorFrame>
  )
}

/**
 * The save of the screen, which asks first when the number of an issue is taken. `instead` is done
 * where the person may not save.
 */
function useSaveAll(draft: Draft, onInvalid: () => void, instead: (() => void) | null) {
  const { type, id, form, base, save } = draft
  const numbers = useIssueNumbers(type, id)

  function saveAll() {
    if (instead) return instead()
    const { issueNumber } = form.getValues()
    const isNew = hasField(type, 'issueNumber') && issueNumber !== base.issueNumber
    numbers.ask(isNew ? [issueNumber] : [], async () => {
      const outcome = await save()
      if (outcome !== 'saved' && Object.keys(form.formState.errors).length > 0) onInvalid()
    })
  }
  useSaveKey(saveAll)
  return { saveAll, question: numbers.question }
}

function Actions({
  saving,
  onLeave,
  onShow,
  onSave,
  isAsking,
}: {
  saving: boolean
  /** The person may not save, and asks for a review. */
  isAsking: boolean
  onLeave: () => void
  onShow: (what: Open) => void
  onSave: () => void
}) {
  return (
    <>
      <Button variant="ghost" icon={<ArrowLeft />} onClick={onLeave}>
        <span className="draft-action">Back to Content</span>
      </Button>
      <Button icon={<History />} onClick={() => onShow('history')}>
        <span className="draft-action">History</span>
      </Button>
      <Button icon={<Eye />} onClick={() => onShow('preview')}>
        <span className="draft-action">Preview</span>
      </Button>
      <Button
        variant="primary"
        icon={<Save />}
        pending={saving}
        pendingText="Saving..."
        onClick={onSave}
      >
        {isAsking ? 'Ask for Review' : 'Save Changes'}
      </Button>
    </>
  )
}

/** The dialog that is open above the editor. */
function OpenDialog({ draft, open, onClose }: { draft: Draft; open: Open; onClose: () => void }) {
  const render = useRenderPreview()
  if (open === 'preview') {
    const request = previewRequestOf(draft, draft.form.getValues())
    return <PreviewDialog request={request} render={render} onClose={onClose} />
  }
  if (open === 'history')
    return (
      <HistoryPanel
        subject={itemHistory(draft.type, draft.id, draft.item.title)}
        locked={draft.dirty}
        onRestored={draft.adopt}
        onClose={onClose}
      />
    )
  if (open === 'ask')
    return (
      <ReviewDialog
        item={{ ...draft.item, type: draft.type }}
        call="POST /api/reviews"
        onClose={onClose}
      />
    )
  return open === 'move' && <MoveUrlDialog draft={draft} onClose={onClose} />
}
