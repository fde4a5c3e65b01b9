import { CornerDownRight, History, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { specifiedPages } from '#domain/page-names.ts'
import type { SitePage } from '#domain/site-files.ts'
import { throwMessage } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { HistoryPanel } from '../editing/history/history-panel.tsx'
import { pageHistory } from '../editing/history/history-subject.ts'
import { usePageList } from '../editing/use-page-list.ts'
import { changedSince, useRemove } from '../editing/use-remove.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { PageAddressDialog } from './page-address-dialog.tsx'

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
export function PageActions({ page, locked, onRestored, onMoved, onGone }: PageActionsProps) {
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
