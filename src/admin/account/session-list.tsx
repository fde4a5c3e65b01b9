import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { SessionView } from '#domain/account.ts'
import { adminCall, callKeyOf, callQuery } from '../../api/admin-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { showFailure } from '../shell/show-failure.ts'
import { browserName } from './browser-name.ts'

/** The user's sessions, with a button to end each other one. */
export function SessionList() {
  const sessions = useQuery(callQuery('GET /api/auth/sessions'))
  return (
    <div id="sessions">
      <Card title="Sessions">
        <Loaded query={sessions} name="sessions">
          {(all) => (
            <ul className="row-list">
              {all.map((session) => (
                <Session key={session.id} session={session} />
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </div>
  )
}

function Session({ session }: { session: SessionView }) {
  const queries = useQueryClient()
  const name = browserName(session.userAgent)
  const end = useMutation({
    mutationFn: () => adminCall('DELETE /api/auth/sessions/{id}', { params: { id: session.id } }),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: callKeyOf('GET /api/auth/sessions') })
      void showToast({ title: 'Session ended', description: `${name} is signed out.` })
    },
    onError: (error) => showFailure('The session could not be ended', error),
  })
  return (
    <li>
      <div className="min-w-0">
        <p className="font-semibold">
          {name} {session.current && <Badge tone="ok">This browser</Badge>}
        </p>
        <p className="text-tiny text-muted">
          Signed in <Moment instant={session.createdAt} />, last seen{' '}
          <Moment instant={session.lastSeenAt} />
        </p>
      </div>
      {!session.current && (
        <Button
          size="sm"
          variant="danger"
          aria-label={`End the session of ${name}`}
          pending={end.isPending}
          pendingText="Ending..."
          onClick={() => end.mutate()}
        >
          End
        </Button>
      )}
    </li>
  )
}
