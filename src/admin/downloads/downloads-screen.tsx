import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AdminDownload } from '#domain/downloads.ts'
import { callKeyOf, callQuery } from '../../api/admin-call.ts'
import { messageOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { listenTo } from '../documents/listeners.ts'
import { changedSince, type Removal, useRemove } from '../editing/use-remove.ts'
import { useRestore } from '../editing/use-restore.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { WaitingNew } from '../editing/waiting-items.tsx'
import { DeletedRow } from '../shell/deleted-row.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useAddress } from '../shell/navigation.tsx'
import { withWayOut } from '../shell/on-the-server.ts'
import { Screen } from '../shell/screen.tsx'
import { DownloadDialog } from './download-dialog.tsx'
import { DownloadRow } from './download-row.tsx'

type Open =
  | { kind: 'edit'; download: AdminDownload | null }
  | { kind: 'remove'; download: AdminDownload }
  | null

/** `/admin/downloads`: files for subscribers, and how often each was downloaded. */
export function DownloadsScreen() {
  const queries = useQueryClient()
  const downloads = useQuery(callQuery('GET /api/downloads'))
  const [open, setOpen] = useState<Open>(null)
  const [showDeleted, setShowDeleted] = useShowDeleted()
  const refresh = () => queries.invalidateQueries({ queryKey: callKeyOf('GET /api/downloads') })
  const close = () => setOpen(null)
  const asked = useAddress().search.edit
  const opened = useRef(false)
  // The address names a download whose draft this browser has.
  useEffect(() => {
    if (!asked || !downloads.data || opened.current) return
    opened.current = true
    const download = downloads.data.find(({ id }) => String(id) === asked) ?? null
    if (download || asked === 'new') setOpen({ kind: 'edit', download })
  }, [asked, downloads.data])
  const showUndoable = useShowUndoable()
  const add = () => setOpen({ kind: 'edit', download: null })

  function saved(isNew: boolean, { commit }: AdminDownload) {
    close()
    if (showDeleted) setShowDeleted(false)
    void refresh()
    const message = isNew
      ? { title: 'Content created', description: 'The download has been successfully created.' }
      : { title: 'Content updated', description: 'The item has been successfully updated.' }
    showUndoable(message, commit, () => void refresh())
  }

  function removed(removal: Removal) {
    void refresh()
    if (removal.kind === 'changed') return
    close()
    const message = {
      title: 'Content deleted',
      description: 'The item has been successfully deleted.',
    }
    if (removal.kind === 'deleted') showUndoable(message, removal.commit, () => void refresh())
  }

  return (
    <Screen
      title="Downloads"
      actions={
        <>
          <Button
            className="aria-pressed:bg-sunk"
            aria-pressed={showDeleted}
            icon={<Trash2 />}
            onClick={() => setShowDeleted(!showDeleted)}
          >
            Recently deleted
          </Button>
          <Button variant="primary" icon={<Plus />} onClick={add}>
            Add Download
          </Button>
        </>
      }
    >
      {!showDeleted && <WaitingNew type="downloads" />}
      {showDeleted ? (
        <DeletedDownloads />
      ) : (
        <Loaded query={downloads} name="downloads">
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                title="No downloads yet"
                text="Upload a file, and visitors who subscribe to the newsletter can download it."
                action={<Button onClick={add}>Add Download</Button>}
              />
            ) : (
              <ul className="border border-line rounded-card bg-surface" data-part="download-list">
                {all.map((download) => (
                  <DownloadRow
                    key={`${download.id} ${download.revision}`}
                    download={download}
                    onEdit={() => setOpen({ kind: 'edit', download })}
                    onRemove={() => setOpen({ kind: 'remove', download })}
                  />
                ))}
              </ul>
            )
          }
        </Loaded>
      )}
      {open?.kind === 'edit' && (
        <DownloadDialog
          download={open.download}
          onSaved={(download) => saved(open.download === null, download)}
          onQueued={close}
          onClose={close}
        />
      )}
      {open?.kind === 'remove' && (
        <RemoveDownload download={open.download} onRemoved={removed} onClose={close} />
      )}
    </Screen>
  )
}

/** Asks before a download is deleted; a second press deletes one that has changed meanwhile. */
function RemoveDownload({
  download,
  onRemoved,
  onClose,
}: {
  download: AdminDownload
  onRemoved: (removal: Removal) => void
  onClose: () => void
}) {
  const remove = useRemove('downloads', download)

  async function confirmed() {
    const removal = await remove().catch((error: unknown) => {
      throw new Error(withWayOut(messageOf(error), error))
    })
    onRemoved(removal)
    if (removal.kind === 'changed') throw new Error(changedSince('Remove'))
  }

  return (
    <ConfirmDialog
      title="Remove Download"
      text={`Remove '${download.title}' and its file? Links that readers have stop working. Both can be restored under Recently deleted.`}
      confirmLabel="Remove"
      pendingLabel="Removing..."
      tone="danger"
      onConfirm={confirmed}
      onClose={onClose}
    />
  )
}

const inAddress = () => new URLSearchParams(location.search).get('show') === 'deleted'

/**
 * Whether the screen shows deleted downloads; stored in the address, so that Back and a reload
 * restore it.
 */
function useShowDeleted(): [boolean, (show: boolean) => void] {
  const [shown, setShown] = useState(inAddress)
  useEffect(() => listenTo('popstate', () => setShown(inAddress())), [])
  return [
    shown,
    (show) => {
      history.pushState(null, '', show ? `${location.pathname}?show=deleted` : location.pathname)
      setShown(show)
    },
  ]
}

/** Deleted downloads, last deleted first, each with a restore button. */
function DeletedDownloads() {
  const deleted = useQuery(callQuery('GET /api/downloads/deleted'))
  const restore = useRestore('downloads')
  return (
    <Loaded query={deleted} name="downloads" failed="removed downloads">
      {(all) =>
        all.length === 0 ? (
          <EmptyState title="No deleted downloads found." />
        ) : (
          <ul className="deleted-list" aria-label="Deleted downloads">
            {all.map((download) => (
              <DeletedRow
                key={download.id}
                title={download.title}
                deleted={download}
                more={download.fileName}
                restore={restore}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
