import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import {
  type SubscriberFilter,
  type SubscriberSummary,
  type SubscriberView,
  subscriberFilters,
} from '#domain/subscriber-list.ts'
import { adminCall, adminList, callKeyOf, callQuery, type ListPage } from '../../api/admin-call.ts'
import { throwMessage } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ChoiceBar } from '../../ui/choice-bar.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Paging } from '../../ui/paging.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { FileLink } from '../shell/file-link.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { useAddress } from '../shell/navigation.tsx'
import { Screen } from '../shell/screen.tsx'
import { AddDialog } from './add-dialog.tsx'
import { Departures, ServiceNotice } from './departures.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { SubscriberRow } from './subscriber-row.tsx'

const pageSize = 50

/** State of the screen; the cursors of the pages so far allow going back. */
interface View {
  q: string
  status: SubscriberFilter
  cursors: Array<string>
}

type OpenDialog =
  | { kind: 'none' }
  | { kind: 'add' }
  | { kind: 'import' }
  | { kind: 'delete'; person: SubscriberView }

/**
 * `/admin/subscribers` (rulings, section 6): search, which begins with `q` of the address, filter,
 * export, import, add and delete.
 */
export function SubscribersScreen() {
  const queries = useQueryClient()
  const { search } = useAddress()
  const [view, setView] = useState<View>({ q: search.q ?? '', status: 'all', cursors: [] })
  const [dialog, setDialog] = useState<OpenDialog>({ kind: 'none' })
  const list = useRef<HTMLDivElement>(null)
  const { q, status, cursors } = view
  const shown = { q: q.trim(), status: status === 'all' ? undefined : status }
  const query = { ...shown, limit: pageSize, cursor: cursors.at(-1) }
  const summary = useQuery(callQuery('GET /api/subscribers/summary'))
  const people = useQuery({
    queryKey: callKeyOf('GET /api/subscribers', { query }),
    queryFn: ({ signal }) => adminList('GET /api/subscribers', { query, signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })
  const close = () => setDialog({ kind: 'none' })
  const askToDelete = useCallback(
    (person: SubscriberView) => setDialog({ kind: 'delete', person }),
    [],
  )

  function changed() {
    void queries.invalidateQueries({ queryKey: callKeyOf('GET /api/dashboard') })
    return queries.invalidateQueries({ queryKey: callKeyOf('GET /api/subscribers') })
  }

  function turn(to: Array<string>) {
    setView({ ...view, cursors: to })
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <Screen title="Subscribers" actions={<Actions shown={shown} onOpen={setDialog} />}>
      {summary.data && <ServiceNotice summary={summary.data} />}
      {summary.data && <Departures departures={summary.data.departures} onEnded={changed} />}
      <div className="grid gap-2.5 mb-3">
        <SearchField
          label="Search subscribers"
          value={q}
          onSearch={(q) => setView({ ...view, q, cursors: [] })}
        />
        <FilterBar
          value={status}
          counts={summary.data?.counts ?? null}
          withService={summary.data ? summary.data.service !== null : false}
          onChange={(status) => setView({ ...view, status, cursors: [] })}
        />
      </div>
      <div
        ref={list}
        tabIndex={-1}
        className="aria-busy:opacity-60 outline-none"
        aria-busy={people.isPlaceholderData}
      >
        <Loaded query={people} name="subscribers">
          {(page) => (
            <People
              page={page}
              cursors={cursors}
              isEverything={q.trim() === '' && status === 'all'}
              onTurn={turn}
              onDelete={askToDelete}
            />
          )}
        </Loaded>
      </div>
      {dialog.kind === 'add' && (
        <AddDialog
          asksToConfirm={summary.data ? summary.data.mail !== null : false}
          onAdded={() => {
            close()
            setView({ q: '', status: 'all', cursors: [] })
            void changed()
          }}
          onClose={close}
        />
      )}
      {dialog.kind === 'import' && <ImportDialog onImported={changed} onClose={close} />}
      {dialog.kind === 'delete' && (
        <DeleteSubscriberDialog
          person={dialog.person}
          onDeleted={async () => {
            close()
            await changed()
            // The focused button was removed with its row.
            list.current?.focus({ preventScroll: true })
          }}
          onClose={close}
        />
      )}
    </Screen>
  )
}

function Actions({
  shown,
  onOpen,
}: {
  /** The query of what is shown, which is what is exported. */
  shown: { q: string; status: Exclude<SubscriberFilter, 'all'> | undefined }
  onOpen: (dialog: OpenDialog) => void
}) {
  return (
    <>
      <FileLink call="GET /api/subscribers.csv" query={shown} file="subscribers.csv">
        Export CSV
      </FileLink>
      <Button icon={<Upload />} onClick={() => onOpen({ kind: 'import' })}>
        Import CSV
      </Button>
      <Button variant="primary" icon={<Plus />} onClick={() => onOpen({ kind: 'add' })}>
        Add
      </Button>
    </>
  )
}

/** A page of the list. */
function People({
  page: { items, total, next },
  cursors,
  isEverything,
  onTurn,
  onDelete,
}: {
  page: ListPage<SubscriberView>
  cursors: Array<string>
  /** Whether nobody is searched for. */
  isEverything: boolean
  onTurn: (cursors: Array<string>) => void
  onDelete: (person: SubscriberView) => void
}) {
  if (items.length === 0)
    return isEverything ? (
      <EmptyState
        title="Nobody has subscribed yet."
        text="Everybody who subscribes in a form of the site is shown here. You can also import a list."
      />
    ) : (
      <EmptyState title="No matching subscribers found." />
    )
  return (
    <>
      <ul
        className="border border-line rounded-card bg-surface text-15"
        data-part="subscriber-list"
        aria-label="Subscribers"
      >
        {items.map((person) => (
          <SubscriberRow key={person.id} person={person} onDelete={onDelete} />
        ))}
      </ul>
      <Paging
        from={cursors.length * pageSize + 1}
        shown={items.length}
        total={total}
        back={{
          label: 'Newer',
          go: cursors.length > 0 ? () => onTurn(cursors.slice(0, -1)) : null,
        }}
        forward={{
          label: 'Older',
          go: next === null ? null : () => onTurn([...cursors, next]),
        }}
      />
    </>
  )
}

const labels: Readonly<Record<SubscriberFilter, string>> = {
  all: 'All',
  active: 'Active',
  unconfirmed: 'Unconfirmed',
  unsubscribed: 'Unsubscribed',
  unsynced: 'Not synced',
}

/**
 * Filters with their counts. Filters about the newsletter service are hidden on a site without one.
 */
function FilterBar({
  value,
  counts,
  withService,
  onChange,
}: {
  value: SubscriberFilter
  counts: SubscriberSummary['counts'] | null
  withService: boolean
  onChange: (filter: SubscriberFilter) => void
}) {
  const choices = subscriberFilters
    .filter((filter) => filter !== 'unsynced' || withService)
    .map((filter) => ({ value: filter, label: labels[filter], count: counts?.[filter] }))
  return <ChoiceBar label="Show" choices={choices} value={value} onChange={onChange} />
}

/** Confirms the erasure of a person and all their data. */
function DeleteSubscriberDialog({
  person,
  onDeleted,
  onClose,
}: {
  person: SubscriberView
  onDeleted: () => unknown
  onClose: () => void
}) {
  async function remove() {
    const { synced } = await adminCall('DELETE /api/subscribers/{id}', {
      params: { id: person.id },
    }).catch(throwMessage)
    void showToast(
      synced === false
        ? {
            title: 'Deleted here',
            description:
              'The newsletter service could not be told yet. It is tried again by itself; a notice above the list stays until it has worked.',
          }
        : {
            title: 'Subscriber deleted',
            description: `No data of ${person.email} is stored any more.`,
          },
    )
    await onDeleted()
  }

  return (
    <ConfirmDialog
      title={`Delete ${person.email}?`}
      text={
        <p>
          Everything that is stored of them is erased and can't be brought back. Only a fingerprint
          of the address stays, so that no import adds them again; they can subscribe themselves at
          any time.
        </p>
      }
      confirmLabel="Delete"
      pendingLabel="Deleting..."
      tone="danger"
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
