import { counted, groupedNumber } from '#domain/count-words.ts'
import type { ImportReport } from '#domain/subscriber-list.ts'
import { ScrollingTable } from '../shell/scrolling-table.tsx'

const meanings: Readonly<Record<ImportReport['readings'][number]['means'], string>> = {
  active: 'gets the newsletter',
  unconfirmed: 'has not confirmed',
  unsubscribed: 'has left',
  leaveOut: 'never agreed',
}

/**
 * Report of an import or its preview: counts by state, reasons for skipped rows, and these rows.
 */
export function ImportReportView({ report }: { report: ImportReport }) {
  const {
    preview,
    rows,
    added,
    left,
    skipped,
    undecided,
    reasons,
    lines,
    readings,
    ignoredColumns,
  } = report
  const kinds = [
    ['Get the newsletter', report.active],
    ['Have not confirmed', report.unconfirmed],
    ['Are imported as unsubscribed', report.unsubscribed],
    ['Are on this list and become unsubscribed, as the file says that they left', left],
    ['Wait for your answer above', undecided],
  ] as const
  return (
    <div className="grid gap-4 text-small" role="status">
      <p>
        <strong>
          {counted(added, 'person', 'people')} {preview ? 'would be added' : 'added'}
        </strong>
        , {groupedNumber(skipped)} of {groupedNumber(rows)} {rows === 1 ? 'row' : 'rows'} skipped.
        {preview && ' Nothing is written yet.'}
      </p>
      <CountList label="How they are imported" rows={kinds} />
      {reasons.length > 0 && <p className="font-bold">Skipped</p>}
      <CountList rows={reasons.map(({ reason, count }) => [reason, count])} />
      {lines.length > 0 && (
        <details>
          <summary>
            {lines.length < skipped
              ? `The first ${groupedNumber(lines.length)} skipped rows`
              : 'The skipped rows'}
          </summary>
          <ScrollingTable
            className="[&_:is(th,td)]:text-start [&_:is(th,td)]:align-top
              [&_:is(th,td)]:wrap-anywhere [&_:is(th,td):last-child]:min-w-32
              [&_:is(th,td):last-child]:wrap-break-word
              [&_:is(th,td):first-child]:whitespace-nowrap [&_:is(th,td):first-child]:tabular-nums"
            label="Skipped rows"
          >
            <thead>
              <tr>
                <th scope="col">Line</th>
                <th scope="col">Address</th>
                <th scope="col">Why</th>
              </tr>
            </thead>
            <tbody>
              {lines.map(({ line, email, reason }) => (
                <tr key={line}>
                  <td>{line}</td>
                  <td>{email}</td>
                  <td>{reason}</td>
                </tr>
              ))}
            </tbody>
          </ScrollingTable>
        </details>
      )}
      {readings.length > 0 && (
        <details>
          <summary>How the columns were read</summary>
          <ul className="import-reasons">
            {readings.map(({ column, value, count, means }) => (
              <li key={`${column} ${value}`}>
                <span>
                  <span className="break-all">{column}</span>:{' '}
                  {value === '' ? 'empty' : `“${value}”`} {meanings[means]}
                </span>
                <span className="tabular-nums">{groupedNumber(count)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {ignoredColumns.length > 0 && (
        <p className="text-muted">Columns not used: {ignoredColumns.join(', ')}.</p>
      )}
    </div>
  )
}

/** Words with a number at the end of their line. */
function CountList({
  label,
  rows,
}: {
  label?: string
  rows: ReadonlyArray<readonly [string, number]>
}) {
  const shown = rows.filter(([, count]) => count > 0)
  return (
    shown.length > 0 && (
      <ul className="import-reasons" aria-label={label}>
        {shown.map(([words, count]) => (
          <li key={words}>
            <span>{words}</span>
            <span className="tabular-nums">{groupedNumber(count)}</span>
          </li>
        ))}
      </ul>
    )
  )
}
