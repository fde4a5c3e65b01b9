import { CornerDownRight, History, Trash2 } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { openingOf } from '#domain/opening.ts'
import { specifiedPages } from '#domain/page-names.ts'
import type { SitePage } from '#domain/site-files.ts'
import { throwMessage } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { registerField } from '../../ui/register-field.ts'
import { showToast } from '../../ui/show-toast.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { HistoryPanel } from '../editing/history/history-panel.tsx'
import { pageHistory } from '../editing/history/history-subject.ts'
import type { StoredFile } from '../editing/stored-file.ts'
import { usePageList } from '../editing/use-page-list.ts'
import { changedSince, useRemove } from '../editing/use-remove.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { usePageDraft } from '../editing/use-site-draft.ts'
import { useSnippets } from '../editing/use-snippets.ts'
import { siteLinks } from '../editor/links/link-source.ts'
import { useEditorPictures } from '../editor/pictures/use-editor-pictures.tsx'
import { RichTextEditor } from '../editor/rich-text-editor.tsx'
import type { RichTextEditorHandle } from '../editor/rich-text-editor-props.ts'
import { PageAddressDialog } from './page-address-dialog.tsx'
import { SitePanel } from './site-panel.tsx'

/**
 * Form of one page of the site's own texts, with the rich-text editor. Pages that not every site
 * has can be moved and deleted.
 */
export function PagePanel({
  page,
  stored,
  label,
  active,
  onDirty,
  onMoved,
  onGone,
}: {
  page: SitePage
  stored: StoredFile & { kind: 'pages' }
  label: string
  active: boolean
  onDirty: (dirty: boolean) => void
  onMoved: (name: string) => void
  onGone: () => void
}) {
  const editor = useRef<RichTextEditorHandle>(null)
  const snippets = useSnippets()
  const flush = useCallback(() => void editor.current?.flush(), [])
  const draft = usePageDraft(page, stored, flush)
  const { form } = draft
  const { field, fieldState } = useController({ control: form.control, name: 'content' })
  const [opening] = useState(() => openingOf(location.hash))
  const { dialog, ...pictures } = useEditorPictures(() => editor.current?.flush() ?? field.value)
  field.ref({ focus: () => editor.current?.focus() })
  const length = form.watch('metaDescription').length
  return (
    <>
      <SitePanel draft={draft} title={label} href={page.url} active={active} onDirty={onDirty}>
        <Card>
          <div className="grid gap-4">
            <TextField {...registerField(form, 'title')} label="Title" />
            <TextArea
              {...registerField(form, 'metaDescription')}
              label="Meta Description"
              rows={2}
              hint="What search engines show of the page. 160 characters read best."
              counter={`${length}/160`}
            />
            <RichTextEditor
              links={siteLinks}
              snippets={snippets}
              ref={editor}
              label="Text"
              opening={opening}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              onCaret={(paragraph) => draft.onCaret({ article: null, paragraph })}
              onSave={() => void draft.save()}
              error={fieldState.error?.message}
              {...pictures}
            />
            <SwitchField {...form.register('draft')} label="Draft" hint="A draft is on no page." />
          </div>
        </Card>
        {dialog}
      </SitePanel>
      <PageActions
        page={page}
        locked={lockOf(draft)}
        onRestored={draft.adopt}
        onMoved={onMoved}
        onGone={onGone}
      />
    </>
  )
}

function lockOf({
  dirty,
  problem,
}: Pick<ReturnType<typeof usePageDraft>, 'dirty' | 'problem'>): string | null {
  if (dirty) return 'Save your changes before you move or delete it.'
  return problem.kind === 'queued'
    ? 'Your change has to be sent before you move or delete it.'
    : null
}

interface PageActionsProps {
  page: SitePage
  /** What has to be done before it can be moved, deleted or restored; null for nothing. */
  locked: string | null
  onRestored: (page: SitePage) => void
  onMoved: (name: string) => void
  onGone: () => void
}

/**
 * The history of a page of the site's own texts; of one that not every site has also its address,
 * and the buttons that move and delete it.
 */
function PageActions({ page, locked, onRestored, onMoved, onGone }: PageActionsProps) {
  const [asked, setAsked] = useState<'history' | 'move' | 'delete' | null>(null)
  const { refresh } = usePageList()
  const remove = useRemove('pages', { ...page, id: page.name })
  const showUndoable = useShowUndoable()
  const close = () => setAsked(null)
  const isAdded = !specifiedPages.some((name) => name === page.name)

  async function confirmed() {
    const removal = await remove().catch(throwMessage)
    if (removal.kind === 'changed') throw new Error(changedSince('Delete'))
    onGone()
    if (removal.kind === 'queued') return
    await refresh()
    showUndoable(
      { title: 'Page deleted', description: 'It stays in git.' },
      removal.commit,
      refresh,
    )
  }

  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <p className="grow text-small text-muted max-sm:basis-full">
        At <code>/{page.name}</code>
        {isAdded && locked && `. ${locked}`}
      </p>
      {page.revision !== null && (
        <Button size="sm" icon={<History />} onClick={() => setAsked('history')}>
          History
        </Button>
      )}
      {isAdded && (
        <>
          <Button
            size="sm"
            disabled={locked !== null}
            icon={<CornerDownRight />}
            onClick={() => setAsked('move')}
          >
            Move Page
          </Button>
          <Button
            size="sm"
            variant="ghost"
            disabled={locked !== null}
            icon={<Trash2 />}
            onClick={() => setAsked('delete')}
          >
            Delete Page
          </Button>
        </>
      )}
      {asked === 'history' && (
        <HistoryPanel
          subject={pageHistory(page)}
          locked={locked !== null}
          onRestored={(restored: SitePage) => {
            onRestored(restored)
            void refresh()
          }}
          onClose={close}
        />
      )}
      {asked === 'move' && (
        <PageAddressDialog
          page={page}
          onClose={close}
          onDone={(moved) => {
            close()
            if (!moved) return
            onMoved(moved.name)
            void showToast({ title: 'Page moved', description: `It is at /${moved.name} now.` })
          }}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title="Delete Page"
          text={`“${page.title}” at /${page.name} will be on no page, and links to it will lead nowhere. It can be brought back.`}
          confirmLabel="Delete"
          pendingLabel="Deleting..."
          tone="danger"
          onConfirm={confirmed}
          onClose={close}
        />
      )}
    </div>
  )
}
