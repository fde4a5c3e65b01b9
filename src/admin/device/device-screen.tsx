import { useEffect, useState } from 'react'
import { type DocumentKind, documentKinds } from '#domain/document/document-kinds.ts'
import { Pill } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { ageText, keyOf, type StoredDraft } from '../documents/stored-draft.ts'
import { inputKind } from '../editing/creator-state.ts'
import { editedOf, editKind } from '../editing/dialog-drafts.ts'
import { draftAddress } from '../editing/draft-address.ts'
import { useConnected, useDraftStorage, useLocal, useOutgoing } from '../shell/local-provider.tsx'
import { Screen } from '../shell/screen.tsx'
import { OutgoingEntry } from './outgoing-entry.tsx'

const storageWords = {
  available:
    'What you type is kept in this browser within a second and, with a network, on the site within five, for your other devices.',
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

/** Stored drafts of this browser: each can be opened, downloaded as a file, or discarded. */
function DraftList() {
  const { drafts, tabs } = useLocal()
  const queue = useOutgoing()
  const [all, setAll] = useState<Array<StoredDraft> | null>(null)
  const read = () => void drafts.all().then(setAll)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an entry taken out of the queue becomes a draft
  useEffect(read, [drafts, queue])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` uses the present state
  useEffect(() => tabs.listen(({ kind }) => kind === 'draft' && read()), [tabs])

  async function discard(draft: StoredDraft) {
    await drafts.drop(draft)
    tabs.post({ kind: 'draft', of: draft, draft: null })
    read()
    const undo = async () => {
      await drafts.store(draft)
      tabs.post({ kind: 'draft', of: draft, draft })
      read()
    }
    void showToast({
      title: 'Draft discarded',
      description: draft.title,
      action: { label: 'Undo', run: undo },
    })
  }

  if (!all) return null
  if (all.length === 0)
    return <p className="text-small text-muted">There is none: nothing unsaved was typed here.</p>
  return (
    <ul className="device-list" aria-label="Drafts in this browser">
      {all.map((draft) => (
        <li key={JSON.stringify(keyOf(draft))}>
          <div className="min-w-48 flex-1">
            <p className="font-semibold">{draft.title || 'Without a title'}</p>
            <p className="text-tiny text-muted">
              {kindOf(draft)} · typed {ageText(draft.at, Date.now())}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <LinkButton size="sm" href={draftAddress(draft)}>
              Open
            </LinkButton>
            <LinkButton
              size="sm"
              variant="ghost"
              href={fileOf(draft)}
              download={`${draft.title || 'draft'}.json`}
            >
              Download
            </LinkButton>
            <Button size="sm" variant="ghost" onClick={() => void discard(draft)}>
              Discard
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function kindOf({ kind, item }: StoredDraft): string {
  if (kind === inputKind) return 'Raw text'
  const edited = kind === editKind ? editedOf(item)?.type : kind
  const known =
    edited && Object.hasOwn(documentKinds, edited) && documentKinds[edited as DocumentKind]
  return known ? `Changes of the ${known.singular}` : 'New content'
}

/** The values of a draft as a data URL for download. */
function fileOf({ values }: StoredDraft) {
  return `data:application/json;charset=utf-8,${encodeURIComponent(JSON.stringify(values, null, 2))}`
}
