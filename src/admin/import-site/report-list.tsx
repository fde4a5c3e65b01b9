import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ImportFile } from '#domain/import/file-ledger.ts'
import type { ImportRow } from '#domain/import/report.ts'
import { type ImportList, type ImportPart, importPageLines } from '#domain/import/state.ts'
import { itemTypes } from '#domain/item/types.ts'
import { callQuery } from '../../api/admin-call.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Paging } from '../../ui/paging.tsx'
import { Loaded } from '../shell/loaded.tsx'

type Mark = readonly [tone: Tone, word: string]
const states: Readonly<Record<ImportRow['state'], Mark>> = {
  new: ['ok', 'New'],
  known: ['neutral', 'Already here'],
  skipped: ['neutral', 'Left out'],
  refused: ['danger', 'Refused'],
}
const fates: Readonly<Record<ImportFile['fate'], Mark>> = {
  imported: ['ok', 'Imported'],
  'left-out': ['neutral', 'Left out'],
  'not-understood': ['warn', 'Not understood'],
}
const statuses = { draft: 'Draft', scheduled: 'Scheduled' } as const

/**
 * A list of a dry run, a page at a time. `run` names the dry run, so that the next one is read
 * anew.
 */
export function ReportList({ part, run, name }: { part: ImportPart; run: string; name: string }) {
  const [page, setPage] = useState(0)
  const asked = callQuery('GET /api/import/list', { query: { part, page } })
  const list = useQuery({
    ...asked,
    queryKey: [...asked.queryKey, run],
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={list} name={name}>
      {(shown) => (
        <>
          <ul className="row-list" aria-label={name}>
            {linesOf(shown)}
          </ul>
          {shown.total > importPageLines && (
            <Paging
              label={`Pages of ${name}`}
              from={page * importPageLines + 1}
              shown={shown.items.length}
              total={shown.total}
              back={{ label: 'Back', go: page === 0 ? null : () => setPage(page - 1) }}
              forward={{
                label: 'More',
                go: (page + 1) * importPageLines < shown.total ? () => setPage(page + 1) : null,
              }}
            />
          )}
        </>
      )}
    </Loaded>
  )
}

function linesOf(list: ImportList): Array<ReactNode> {
  if (list.part === 'texts') return list.items.map((row) => <TextLine key={row.source} row={row} />)
  if (list.part === 'pictures')
    return list.items.map(({ address, place, message }) => (
      <Line key={address} title={address} place={place} more={message} />
    ))
  if (list.part === 'files')
    return list.items.map(({ file, fate, reason }) => (
      <Line key={file} title={file} place={reason} marks={<MarkBadge mark={fates[fate]} />} />
    ))
  return list.items.map(({ place, message }, at) => (
    // Two remarks may be equal; the list never changes its order.
    // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is the only difference
    <Line key={at} title={message} place={place} />
  ))
}

const MarkBadge = ({ mark: [tone, word] }: { mark: Mark }) => <Badge tone={tone}>{word}</Badge>

function TextLine({ row }: { row: ImportRow }) {
  const status = row.status === 'published' ? null : statuses[row.status]
  const type = row.to === 'skip' ? null : row.to === 'pages' ? 'Page' : itemTypes[row.to].one
  return (
    <Line
      title={row.title || 'Without a title'}
      place={row.place}
      more={row.address}
      marks={
        <>
          {type && <Badge>{type}</Badge>}
          {status && <Badge tone="warn">{status}</Badge>}
          <MarkBadge mark={states[row.state]} />
        </>
      }
    />
  )
}

function Line({
  title,
  place,
  more,
  marks,
}: {
  title: string
  place: string
  more?: string
  marks?: ReactNode
}) {
  return (
    <li>
      <div className="grid min-w-0 grow gap-0.5">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {more && <p className="text-small text-soft wrap-anywhere">{more}</p>}
        <p className="text-tiny text-muted wrap-anywhere">{place}</p>
      </div>
      {marks && <div className="flex flex-wrap gap-1.5">{marks}</div>}
    </li>
  )
}
