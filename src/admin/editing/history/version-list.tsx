import { longDateTime } from '#domain/dates.ts'
import type { Origin } from '#domain/item-history.ts'
import type { ItemCommit } from '../../../api/admin-content.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { useSiteFacts } from '../../shell/site-facts.ts'
import type { HistorySubject } from './history-subject.ts'
import { originLabels, summaryOf } from './versions.ts'

const tones: Readonly<Record<Origin, Tone>> = { admin: 'neutral', git: 'info', sync: 'warn', restore: 'ok' }

/** The versions: what each changed, by whom, when and from where; of commits with git also their message. */
export function VersionList({
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
      className="max-h-[34dvh] overflow-y-auto border-y border-line [&>li+li]:border-t [&>li+li]:border-line md:max-h-[calc(100dvh-13rem)]"
      aria-label="Versions"
    >
      {versions.map((version) => {
        const { commit, author, date, message, origin } = version
        return (
          <li key={commit}>
            <button
              className="w-full py-2.5 px-3 border-s-[0.25rem] border-transparent text-start leading-[1.35] wrap-anywhere hover:bg-sunk aria-pressed:border-accent aria-pressed:bg-sunk focus-visible:-outline-offset-3"
              type="button"
              aria-pressed={commit === chosen}
              onClick={() => onChoose(commit)}
            >
              <span className="flex items-start justify-between gap-2">
                <span className="font-semibold">{summaryOf(subject, version) ?? 'Looking what changed…'}</span>
                {origin && <Badge tone={tones[origin]}>{originLabels[origin]}</Badge>}
              </span>
              {origin === 'git' && <span className="block text-14 text-soft">{message.split('\n')[0]}</span>}
              <span className="block text-tiny text-muted">
                {author.name} · <time dateTime={date}>{longDateTime(new Date(date), timeZone)}</time>
                {commit === current && ' · current'}
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
