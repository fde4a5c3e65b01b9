import { useEffect, useState } from 'react'
import { Pill } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { useConnected, useDraftStorage, useLocal, useOutgoing } from '../shell/local-provider.tsx'
import { Screen } from '../shell/screen.tsx'
import { DraftList } from './draft-list.tsx'
import { OutgoingEntry } from './outgoing-entry.tsx'

const storageWords = {
  available: 'What you type is kept in this browser within a second.',
  full: 'The storage of this browser is full: what you type is kept only as long as its page is open.',
  forbidden:
    'This browser stores nothing for this site: what you type is kept only as long as its page is open.',
}

/** `/admin/device`: queued saves and stored drafts of this browser. */
export function DeviceScreen() {
  const connected = useConnected()
  const storage = useDraftStorage()
  const queue = useOutgoing()
  const { outbox } = useLocal()
  const [known, setKnown] = useState(false)
  useEffect(() => void outbox.ready.then(() => setKnown(true)), [outbox])
  return (
    <Screen
      title="On This Device"
      state={<Pill tone={connected ? 'ok' : 'warn'}>{connected ? 'Online' : 'Offline'}</Pill>}
    >
      <div className="grid gap-5">
        <p className="text-small text-soft">
          {connected
            ? 'The server can be reached. Other people’s changes appear by themselves.'
            : 'The server can’t be reached. You see the last version that this browser loaded, and what you save waits here.'}{' '}
          {storageWords[storage.kind]}
        </p>
        <Card title="Waiting to be sent">
          {!known ? null : queue.length === 0 ? (
            <p className="text-small text-muted">Nothing waits to be sent.</p>
          ) : (
            <ol className="device-list" aria-label="Waiting to be sent">
              {queue.map((entry) => (
                <OutgoingEntry key={entry.id} entry={entry} queue={queue} />
              ))}
            </ol>
          )}
        </Card>
        <Card title="Drafts in this browser">
          <DraftList />
        </Card>
      </div>
    </Screen>
  )
}
