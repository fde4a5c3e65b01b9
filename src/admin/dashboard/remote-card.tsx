import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { groupedNumber } from '#domain/count-words.ts'
import type { SyncState } from '#domain/sync.ts'
import { adminCall, callKeyOf, callQuery } from '../../api/admin-call.ts'
import { Pill, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact } from '../shell/fact.tsx'
import { Moment } from '../shell/moment.tsx'
import { ActionButton, useAction } from '../shell/use-action.tsx'

const pollIntervalMs = 2000

/** The state of the sync with the remote, asked again while a sync runs longer than its call. */
export const useSync = () =>
  useQuery({
    ...callQuery('GET /api/sync'),
    refetchInterval: ({ state }) =>
      state.data?.kind === 'on' && state.data.state === 'syncing' && pollIntervalMs,
  })

/** What the remote has and lacks, and a sync by hand. */
export function RemoteCard({ remote }: { remote: Remote }) {
  const queries = useQueryClient()
  const sync = useAction(() => adminCall('POST /api/sync'), {
    failed: 'Sync failed',
    done: (state) =>
      state.kind === 'on' && state.state === 'idle'
        ? {
            title: 'In step',
            description: 'This site and its remote hold the same changes.',
          }
        : null,
    onDone: (state) => queries.setQueryData(callKeyOf('GET /api/sync'), state),
  })
  const { state, error, conflicts, ahead, behind, lastPush, lastPull, next } = remote
  const syncing = sync.isPending || state === 'syncing'
  return (
    <Card
      title="Remote"
      actions={
        <Pill tone={stateTone[syncing ? 'syncing' : state]}>{stateWord(remote, syncing)}</Pill>
      }
    >
      <p className="text-muted">
        A second copy of this site's content, where others send their changes and get yours:{' '}
        <code>{remote.remote}</code>
        {remote.branch && (
          <>
            , branch <code>{remote.branch}</code>
          </>
        )}
        .
      </p>
      {error && state !== 'syncing' && (
        <div
          className="notice mt-3"
          data-tone={stateTone[state]}
          role={state === 'rewound' ? undefined : 'alert'}
        >
          <div className="min-w-0">
            <p>{error.message}</p>
            {conflicts.length > 0 && (
              <ul className="mt-1 list-disc ps-5">
                {conflicts.map((path) => (
                  <li key={path}>
                    <code className="text-tiny">{path}</code>
                  </li>
                ))}
              </ul>
            )}
            <p className="mt-1 text-small text-soft">{whatItMeans[state]}</p>
          </div>
        </div>
      )}
      <dl className="facts mt-3">
        <Fact name="Ahead">{ahead === 0 ? 'Nothing to send' : `${changes(ahead)} to send`}</Fact>
        <Fact name="Behind">{behind === 0 ? 'Nothing to get' : `${changes(behind)} to get`}</Fact>
        <Fact name="Last push">
          {lastPush ? <Moment instant={lastPush} /> : 'Not since the server was started'}
        </Fact>
        <Fact name="Last pull">
          {lastPull ? <Moment instant={lastPull} /> : 'Not since the server was started'}
        </Fact>
        {next && !syncing && (
          <Fact name="Next by itself">
            <Moment instant={next} />
          </Fact>
        )}
      </dl>
      <ActionButton
        action={sync}
        size="sm"
        className="mt-3"
        icon={<RefreshCw />}
        pending={syncing}
        pendingText="Syncing..."
      >
        Sync now
      </ActionButton>
    </Card>
  )
}

type Remote = Extract<SyncState, { kind: 'on' }>

const stateTone: Readonly<Record<Remote['state'], Tone>> = {
  idle: 'ok',
  syncing: 'info',
  waiting: 'warn',
  rewound: 'warn',
  conflict: 'danger',
  failed: 'danger',
}

/** What a state means for the operator, and what to do. */
const whatItMeans: Partial<Record<Remote['state'], string>> = {
  waiting:
    'The site works and saves as always. The sync continues by itself as soon as this is resolved.',
  rewound: 'The site works and saves as always.',
  conflict:
    "The site works and saves as always, but it sends and gets nothing until somebody has merged the two versions with git. After that the sync continues by itself; 'Sync now' checks at once.",
  failed:
    "The site works and saves as always. It is tried again by itself; 'Sync now' tries at once.",
}

const words: Partial<Record<Remote['state'], string>> = {
  waiting: 'Waiting',
  rewound: 'Commits lost',
  conflict: 'Conflict',
  failed: 'Failed',
}

/** The state in one or two words. */
function stateWord({ state, ahead, behind }: Remote, syncing: boolean) {
  if (syncing) return 'Syncing'
  return words[state] ?? (ahead === 0 && behind === 0 ? 'In step' : 'Changes wait')
}

function changes(count: number): string {
  return count === 1 ? 'One change' : `${groupedNumber(count)} changes`
}
