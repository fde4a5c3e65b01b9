import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#domain/count-words.ts'
import { longDateTime } from '#domain/dates.ts'
import type { Origin } from '#domain/item-history.ts'
import type { ItemCommit } from '../../../api/admin-content.ts'
import { throwMessage } from '../../../api/refusal.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import type { Work } from '../../documents/queue/outgoing.ts'
import { Loading } from '../../shell/loaded.tsx'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { useWrite } from '../use-write.ts'
import type { HistorySubject } from './history-subject.ts'
import {
  endsEarly,
  noFilter,
  originLabels,
  shownVersions,
  summaryOf,
  VersionFilter,
} from './version-filter.tsx'
import { AgainstNow, VersionView } from './version-view.tsx'

/** How often to ask for changes that the server has not looked at yet, in milliseconds. */
const askAgainMs = 400

/**
 * All versions of an item or a page in git, newest first: what changed, the former text, and a
 * button that restores it. Also for a deleted one.
 */
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
    refetchInterval: ({ state }) =>
      state.data?.some(({ change }) => change === null) ? askAgainMs : false,
  })
  const listed = data ? shownVersions(data, filter) : []
  const shown = listed.find(({ commit }) => commit === chosen) ?? listed[0]

  async function restore({ commit, date }: ItemCommit) {
    const { title, restoring } = subject
    const outcome = await write<Restored>({ title, work: restoring(commit) as Work }).catch(
      throwMessage,
    )
    onClose()
    if (outcome.kind === 'queued') return
    onRestored(outcome.answer)
    const description = `The content is again as it was on ${longDateTime(new Date(date), timeZone)}.`
    void showToast({ title: 'Version restored', description })
  }

  return (
    <Dialog
      title="History"
      className="m-0! ms-auto! h-dvh max-h-none w-[min(100%,68rem)] max-w-none rounded-none!
        border-y-0! border-e-0!"
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
                The list ends with {counted(data.length, 'version', 'versions')}. Older ones are in
                the repository: git log shows them.
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
      ) : data ? (
        <p className="text-muted">This content has no history yet.</p>
      ) : (
        <Loading query={{ error, refetch }} name="history" />
      )}
      {restoring && (
        <RestoreDialog
          subject={subject}
          version={restoring}
          onConfirm={() => restore(restoring)}
          onClose={() => setRestoring(null)}
        />
      )}
    </Dialog>
  )
}

/** Asks before a version is restored, and shows what that changes. */
function RestoreDialog({
  subject,
  version,
  onConfirm,
  onClose,
}: {
  subject: HistorySubject
  version: ItemCommit
  onConfirm: () => Promise<void>
  onClose: () => void
}) {
  const { timeZone } = useSiteFacts()
  return (
    <ConfirmDialog
      title="Restore this version?"
      text={
        <div className="grid gap-3">
          <p>
            The content becomes as it was on {longDateTime(new Date(version.date), timeZone)}. That
            is a new version: what is there now stays in the history. This changes:
          </p>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys
            tabIndex={0}
            aria-label="What changes"
            className="max-h-[40dvh] overflow-y-auto text-ink"
          >
            <AgainstNow subject={subject} commit={version.commit} />
          </section>
        </div>
      }
      confirmLabel="Restore"
      pendingLabel="Restoring..."
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

const tones: Readonly<Record<Origin, Tone>> = {
  admin: 'neutral',
  git: 'info',
  sync: 'warn',
  restore: 'ok',
}

/**
 * The versions: what each changed, by whom, when and from where; of commits with git also their
 * message.
 */
function VersionList({
  subject,
  versions,
  current,
  chosen,
  onChoose,
}: {
  subject: HistorySubject
  versions: ReadonlyArray<ItemCommit>
  /** The newest commit. */
  current: string | undefined
  chosen: string | undefined
  onChoose: (commit: string) => void
}) {
  const { timeZone } = useSiteFacts()
  return (
    <ol
      className="max-h-[34dvh] overflow-y-auto border-y border-line [&>li+li]:border-t
        [&>li+li]:border-line md:max-h-[calc(100dvh-13rem)]"
      aria-label="Versions"
    >
      {versions.map((version) => {
        const { commit, author, date, message, origin } = version
        return (
          <li key={commit}>
            <button
              className="w-full py-2.5 px-3 border-s-[0.25rem] border-transparent text-start
                leading-[1.35] wrap-anywhere hover:bg-sunk aria-pressed:border-accent
                aria-pressed:bg-sunk focus-visible:-outline-offset-3"
              type="button"
              aria-pressed={commit === chosen}
              onClick={() => onChoose(commit)}
            >
              <span className="flex items-start justify-between gap-2">
                <span className="font-semibold">
                  {summaryOf(subject, version) ?? 'Looking what changed…'}
                </span>
                {origin && <Badge tone={tones[origin]}>{originLabels[origin]}</Badge>}
              </span>
              {origin === 'git' && (
                <span className="block text-14 text-soft">{message.split('\n')[0]}</span>
              )}
              <span className="block text-tiny text-muted">
                {author.name} ·{' '}
                <time dateTime={date}>{longDateTime(new Date(date), timeZone)}</time>
                {commit === current && ' · current'}
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
