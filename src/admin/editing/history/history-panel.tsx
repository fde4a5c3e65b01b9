import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#domain/count-words.ts'
import { longDateTime } from '#domain/dates.ts'
import type { ItemCommit } from '../../../api/admin-content.ts'
import { reasonOf } from '../../../api/refusal.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Work } from '../../documents/queue/outgoing.ts'
import { unreachable } from '../../shell/sign-in-rules.ts'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { useWrite } from '../use-write.ts'
import type { HistorySubject } from './history-subject.ts'
import { VersionFilter } from './version-filter.tsx'
import { VersionList } from './version-list.tsx'
import { AgainstNow, VersionView } from './version-view.tsx'
import { endsEarly, noFilter, shownVersions } from './versions.ts'

/** How often to ask for changes that the server has not looked at yet, in milliseconds. */
const askAgainMs = 400

/** All versions of an item or a page in git, newest first: what changed, the former text, and a button that restores it. Also for a deleted one. */
export function HistoryPanel<Restored>({
  subject,
  locked,
  onRestored,
  onClose,
}: {
  subject: HistorySubject
  /** There are unsaved changes, so restoring is disabled. */
  locked: boolean
  /** Called with the restored version; not while the restoring waits in the queue. */
  onRestored: (restored: Restored) => void
  onClose: () => void
}) {
  const { timeZone } = useSiteFacts()
  const write = useWrite()
  const [chosen, setChosen] = useState<string | null>(null)
  const [filter, setFilter] = useState(noFilter)
  const [restoring, setRestoring] = useState<ItemCommit | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: subject.key,
    queryFn: subject.versions,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(({ change }) => change === null) ? askAgainMs : false),
  })
  const listed = data ? shownVersions(data, filter) : []
  const shown = listed.find(({ commit }) => commit === chosen) ?? listed[0]

  async function restore({ commit, date }: ItemCommit) {
    const { title, restoring } = subject
    const outcome = await write<Restored>({ title, work: restoring(commit) as Work }).catch((failure: unknown) => {
      throw new Error(reasonOf(failure) ?? unreachable)
    })
    onClose()
    if (outcome.kind === 'queued') return
    onRestored(outcome.answer)
    const description = `The content is again as it was on ${longDateTime(new Date(date), timeZone)}.`
    void showToast({ title: 'Version restored', description })
  }

  return (
    <Dialog
      title="History"
      className="m-0! ms-auto! h-dvh max-h-none w-[min(100%,68rem)] max-w-none rounded-none! border-y-0! border-e-0!"
      onClose={onClose}
    >
      {data && data.length > 0 ? (
        <div className="grid grid-cols-1 gap-5 text-15 md:grid-cols-[20rem_minmax(0,1fr)]">
          <div className="grid min-w-0 content-start gap-3 md:sticky md:top-0 md:self-start">
            <VersionFilter subject={subject} versions={data} filter={filter} onChange={setFilter} />
            <VersionList
              subject={subject}
              versions={listed}
              current={data[0]?.commit}
              chosen={shown?.commit}
              onChoose={setChosen}
            />
            {endsEarly(data) && (
              <p className="text-tiny text-muted">
                The list ends with {counted(data.length, 'version', 'versions')}. Older ones are in the repository: git
                log shows them.
              </p>
            )}
          </div>
          {shown ? (
            <VersionView
              key={shown.commit}
              subject={subject}
              version={shown}
              isCurrent={shown.commit === data[0]?.commit}
              locked={locked}
              onRestore={() => setRestoring(shown)}
            />
          ) : (
            <p className="text-muted">No version is like that.</p>
          )}
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
          text={
            <div className="grid gap-3">
              <p>
                The content becomes as it was on {longDateTime(new Date(restoring.date), timeZone)}. That is a new
                version: what is there now stays in the history. This changes:
              </p>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
              <section tabIndex={0} aria-label="What changes" className="max-h-[40dvh] overflow-y-auto text-ink">
                <AgainstNow subject={subject} commit={restoring.commit} />
              </section>
            </div>
          }
          confirmLabel="Restore"
          pendingLabel="Restoring..."
          onConfirm={() => restore(restoring)}
          onClose={() => setRestoring(null)}
        />
      )}
    </Dialog>
  )
}
