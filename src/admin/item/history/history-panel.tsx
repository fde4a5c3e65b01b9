import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { longDateTime } from '#domain/dates.ts'
import { adminCall, newIdempotencyKey } from '../../../api/admin-call.ts'
import { type AdminItem, contentKeys, type ItemCommit } from '../../../api/admin-content.ts'
import { writeContent } from '../../../api/content-writes.ts'
import { reasonOf } from '../../../api/refusal.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Draft } from '../draft.ts'
import { VersionView } from './version-view.tsx'

/** All versions of the item in git, newest first: diff, former text, and a button that restores it. */
export function HistoryPanel({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { type, id, timeZone } = draft
  const [chosen, setChosen] = useState<string | null>(null)
  const [restoring, setRestoring] = useState<ItemCommit | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: contentKeys.history(type, id),
    queryFn: () => adminCall(`GET /api/${type}/{id}/history`, { params: { id } }),
    refetchOnMount: 'always',
  })
  const shown = data?.find(({ commit }) => commit === chosen) ?? data?.[0]

  async function restore({ commit, date }: ItemCommit) {
    const key = newIdempotencyKey()
    const item = await writeContent(`POST /api/${type}/{id}/restore`, {
      params: { id },
      body: { commit },
      key,
    }).catch((failure: unknown) => {
      throw new Error(reasonOf(failure) ?? 'The server could not be reached. Nothing was restored; please try again.')
    })
    draft.adopt(item as AdminItem)
    void showToast({
      title: 'Version restored',
      description: `The content is again as it was on ${longDateTime(new Date(date), timeZone)}.`,
    })
    onClose()
  }

  return (
    <Dialog
      title="History"
      className="m-0! ml-auto! h-dvh max-h-none w-[min(100%,60rem)] max-w-none rounded-none! border-y-0! border-r-0!"
      onClose={onClose}
    >
      {data && shown ? (
        <div className="grid gap-5 text-15 md:grid-cols-[17rem_minmax(0,1fr)]">
          <ol
            className="max-h-[40dvh] overflow-y-auto border-y border-line [&>li+li]:border-t [&>li+li]:border-line md:max-h-[calc(100dvh-8rem)] md:self-start md:sticky md:top-0"
            aria-label="Versions"
          >
            {data.map((one, index) => (
              <li key={one.commit}>
                <button
                  className="w-full py-2.5 px-3 border-l-[0.25rem] border-transparent text-left leading-[1.35] wrap-anywhere hover:bg-sunk aria-pressed:border-accent aria-pressed:bg-sunk focus-visible:-outline-offset-3"
                  type="button"
                  aria-pressed={one === shown}
                  onClick={() => setChosen(one.commit)}
                >
                  <span className="block font-semibold">{one.message.split('\n')[0]}</span>
                  <span className="block text-tiny text-muted">
                    {one.author.name} · <time dateTime={one.date}>{longDateTime(new Date(one.date), timeZone)}</time>
                    {index === 0 && ' · current'}
                  </span>
                </button>
              </li>
            ))}
          </ol>
          <VersionView
            key={shown.commit}
            type={type}
            id={id}
            version={shown}
            isCurrent={shown === data[0]}
            locked={draft.dirty}
            onRestore={() => setRestoring(shown)}
          />
        </div>
      ) : error ? (
        <ErrorPanel
          title="The history could not be loaded"
          message={reasonOf(error) ?? 'The server could not be reached.'}
          retry={refetch}
        />
      ) : data ? (
        <p className="text-muted">This content has no history yet.</p>
      ) : (
        <Spinner label="Loading history..." />
      )}
      {restoring && (
        <ConfirmDialog
          title="Restore this version?"
          text={`The content becomes as it was on ${longDateTime(new Date(restoring.date), timeZone)}. That is a new version: what is there now stays in the history.`}
          confirmLabel="Restore"
          pendingLabel="Restoring..."
          onConfirm={() => restore(restoring)}
          onClose={() => setRestoring(null)}
        />
      )}
    </Dialog>
  )
}
