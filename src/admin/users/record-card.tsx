import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UserView } from '#domain/account.ts'
import {
  actionLabels,
  type RecordFilter,
  type RecordView,
  type recordKinds,
} from '#domain/recorded-action.ts'
import { adminList, callKeyOf } from '../../api/admin-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { ChoiceBar } from '../../ui/choice-bar.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Paging } from '../../ui/paging.tsx'
import { FileLink } from '../shell/file-link.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { Moment } from '../shell/moment.tsx'

const pageSize = 20

type Choice = (typeof recordKinds)[number] | 'all' | 'refused'

const choices: ReadonlyArray<{ value: Choice; label: string }> = [
  { value: 'all', label: 'Everything' },
  { value: 'sign-ins', label: 'Sign-ins' },
  { value: 'accounts', label: 'Accounts' },
  { value: 'data', label: 'Subscribers and drafts' },
  { value: 'refused', label: 'Refused' },
]

/**
 * Who signed in, changed who can sign in, and did what with people's data, for a year: filter,
 * pages, export.
 */
export function RecordCard({ users }: { users: ReadonlyArray<UserView> }) {
  const [choice, setChoice] = useState<Choice>('all')
  const [person, setPerson] = useState('')
  /** The cursors of the pages so far allow going back. */
  const [cursors, setCursors] = useState<ReadonlyArray<number>>([])
  const list = useRef<HTMLDivElement>(null)
  const filter: RecordFilter = {
    ...(choice === 'refused' ? { outcome: 'refused' } : choice === 'all' ? {} : { kind: choice }),
    ...(person !== '' && { person: Number(person) }),
  }
  const cursor = cursors.at(-1)
  const query = { ...filter, limit: pageSize, ...(cursor !== undefined && { cursor }) }
  const actions = useQuery({
    queryKey: callKeyOf('GET /api/record', { query }),
    queryFn: ({ signal }) => adminList('GET /api/record', { query, signal }),
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  })

  function turn(to: ReadonlyArray<number>) {
    setCursors(to)
    list.current?.focus({ preventScroll: true })
    list.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <Card title="On record">
      <p className="mb-4 text-soft">
        What was done in the last year, and by whom. A network is a code: the same code is the same
        network, and nobody can read its address from it.
      </p>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <ChoiceBar
          label="Show"
          choices={choices}
          value={choice}
          onChange={(value) => {
            setChoice(value)
            setCursors([])
          }}
        />
        <div className="flex flex-wrap items-end gap-2">
          <SelectField
            label="Person"
            hideLabel
            value={person}
            options={[
              { value: '', label: 'Everybody' },
              ...users.map(({ id, username }) => ({ value: String(id), label: username })),
            ]}
            onChange={(event) => {
              setPerson(event.target.value)
              setCursors([])
            }}
          />
          <FileLink call="GET /api/record.csv" query={filter} file="record.csv">
            Export CSV
          </FileLink>
        </div>
      </div>
      <div
        ref={list}
        tabIndex={-1}
        className="aria-busy:opacity-60 outline-none"
        aria-busy={actions.isPlaceholderData}
      >
        <Loaded query={actions} name="actions" failed="record">
          {({ items, total, next }) =>
            items.length === 0 ? (
              <p className="text-soft">Nothing of this kind is on record.</p>
            ) : (
              <>
                <ul className="row-list" aria-label="Actions on record">
                  {items.map((entry) => (
                    <ActionRow key={entry.id} entry={entry} />
                  ))}
                </ul>
                <Paging
                  label="Pages of the record"
                  from={cursors.length * pageSize + 1}
                  shown={items.length}
                  total={total}
                  back={{
                    label: 'Newer',
                    go: cursors.length > 0 ? () => turn(cursors.slice(0, -1)) : null,
                  }}
                  forward={{
                    label: 'Older',
                    go: next === null ? null : () => turn([...cursors, Number(next)]),
                  }}
                />
              </>
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

function ActionRow({ entry }: { entry: RecordView }) {
  const { action, outcome, by, whom, object, network } = entry
  const about = [
    by !== null && `by ${nameOf(by, entry.byName)}`,
    whom !== null && whom !== by && `account of ${nameOf(whom, entry.whomName)}`,
    by === null && whom === null && 'by a visitor',
    object !== null && `number ${object}`,
  ].filter((part) => part !== false)
  return (
    <li className="max-sm:flex-col max-sm:items-start max-sm:gap-1">
      <div className="min-w-0">
        <p className="font-semibold">
          {actionLabels[action]}{' '}
          {outcome !== 'done' && <Badge tone="warn">{refusals[outcome]}</Badge>}
        </p>
        <p className="text-small text-soft">{about.join(', ')}</p>
      </div>
      <p className="flex-none text-tiny text-muted sm:text-end">
        <Moment instant={entry.at} />
        {network !== '' && (
          <>
            <br className="max-sm:hidden" /> <span className="sm:hidden">· </span>Network{' '}
            <code>{network.slice(0, 6)}</code>
          </>
        )}
      </p>
    </li>
  )
}

const refusals = {
  refused: 'Refused',
  limited: 'Too many attempts',
  'code-missing': 'Code missing',
  'passkey-missing': 'Passkey missing',
  'code-wrong': 'Wrong code',
} as const

/** The name of today, or the id of somebody who was deleted. */
function nameOf(id: number, name: string | null) {
  return name ?? `a deleted user (${id})`
}
