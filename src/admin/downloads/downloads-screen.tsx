import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AdminDownload } from '#domain/downloads.ts'
import { callKeyOf, callQuery } from '../../api/admin-call.ts'
import { messageOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { changedSince, type Removal, useRemove } from '../editing/use-remove.ts'
import { useRestore } from '../editing/use-restore.ts'
import { useShowUndoable } from '../editing/use-show-undoable.ts'
import { WaitingNew } from '../editing/waiting-items.tsx'
import { DeletedList } from '../shell/deleted-list.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useAddress } from '../shell/navigation.tsx'
import { Screen } from '../shell/screen.tsx'
import { withWayOut } from '../shell/show-failure.ts'
import { useAddressView, type ViewChoices } from '../shell/use-address-view.ts'
import { DownloadDialog } from './download-dialog.tsx'
import { DownloadRow } from './download-row.tsx'

type DownloadsView = { show: 'downloads' | 'deleted' }
const downloadsView: ViewChoices<DownloadsView> = { show: ['downloads', 'deleted'] }

type Open =
  | { kind: 'edit'; download: AdminDownload | null }
  | { kind: 'remove'; download: AdminDownload }
  | null

/** `/admin/downloads`: files for subscribers, and how often each was downloaded. */
export function DownloadsScreen() {
  const queries = useQueryClient()
  const downloads = useQuery(callQuery('GET /api/downloads'))
  const [open, setOpen] = useState<Open>(null)
  const [{ show }, changeView] = useAddressView<DownloadsView>(downloadsView)
  const showDeleted = show === 'deleted'
  const refresh = () => queries.invalidateQueries({ queryKey: callKeyOf('GET /api/downloads') })
  const close = () => setOpen(null)
  useAskedDownload(downloads.data, (download) => setOpen({ kind: 'edit', download }))
  const showUndoable = useShowUndoable()
  const add = () => setOpen({ kind: 'edit', download: null })

  function saved(isNew: boolean, { commit }: AdminDownload) {
    close()
    changeView({ show: 'downloads' }, 'push')
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
            onClick={() => changeView({ show: showDeleted ? 'downloads' : 'deleted' }, 'push')}
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

/** Opens the download that the address names, whose draft this browser has; null for a new one. */
function useAskedDownload(
  all: ReadonlyArray<AdminDownload> | undefined,
  onAsked: (download: AdminDownload | null) => void,
) {
  const asked = useAddress().search.edit
  const opened = useRef(false)
  useEffect(() => {
    if (!asked || !all || opened.current) return
    opened.current = true
    const download = all.find(({ id }) => String(id) === asked) ?? null
    if (download || asked === 'new') onAsked(download)
  }, [asked, all, onAsked])
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

/** Deleted downloads, last deleted first, each with a restore button. */
function DeletedDownloads() {
  return (
    <DeletedList
      query={useQuery(callQuery('GET /api/downloads/deleted'))}
      name="downloads"
      failed="removed downloads"
      kind="downloads"
      titleOf={({ title }) => title}
      more={({ fileName }) => fileName}
      restore={useRestore('downloads')}
    />
  )
}
