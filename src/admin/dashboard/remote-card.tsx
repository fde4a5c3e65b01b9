import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { adminCall, callKeyOf, callQuery } from '../../api/admin-call.ts'
import { Pill } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { Fact } from '../shell/fact.tsx'
import { Moment } from '../shell/moment.tsx'
import { showFailure } from '../shell/show-failure.ts'
import { changes, type Remote, stateTone, stateWord, whatItMeans } from './remote-words.ts'

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
  const sync = useMutation({
    mutationFn: () => adminCall('POST /api/sync'),
    onSuccess(state) {
      queries.setQueryData(callKeyOf('GET /api/sync'), state)
      if (state.kind === 'on' && state.state === 'idle')
        void showToast({
          title: 'In step',
          description: 'This site and its remote hold the same changes.',
        })
    },
    onError: (error) => showFailure('Sync failed', error),
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
      <Button
        size="sm"
        className="mt-3"
        icon={<RefreshCw />}
        pending={syncing}
        pendingText="Syncing..."
        onClick={() => sync.mutate()}
      >
        Sync now
      </Button>
    </Card>
  )
}
