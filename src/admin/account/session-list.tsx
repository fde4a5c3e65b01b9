import { useQuery } from '@tanstack/react-query'
import type { SessionView } from '#domain/account.ts'
import { adminCall, callQuery } from '../../api/admin-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'
import { ActionButton, useAction } from '../shell/use-action.tsx'
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
  const name = browserName(session.userAgent)
  const end = useAction(
    () => adminCall('DELETE /api/auth/sessions/{id}', { params: { id: session.id } }),
    {
      failed: 'The session could not be ended',
      done: { title: 'Session ended', description: `${name} is signed out.` },
      refresh: ['GET /api/auth/sessions'],
    },
  )
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
        <ActionButton
          action={end}
          size="sm"
          variant="danger"
          aria-label={`End the session of ${name}`}
          pendingText="Ending..."
        >
          End
        </ActionButton>
      )}
    </li>
  )
}
