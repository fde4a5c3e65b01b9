import type { ImportReport } from '#domain/subscriber-list.ts'

/** What became of an import: how many were taken, why others were not, and which rows those are. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { rows, added, skipped, reasons, lines, ignoredColumns } = report
  const number = (value: number) => value.toLocaleString('en-US')
  return (
    <div className="grid gap-4 text-small" role="status">
      <p>
        <strong>
          {number(added)} {added === 1 ? 'person' : 'people'} added
        </strong>
        , {number(skipped)} of {number(rows)} {rows === 1 ? 'row' : 'rows'} skipped.
      </p>
      {reasons.length > 0 && (
        <ul className="import-reasons">
          {reasons.map(({ reason, count }) => (
            <li key={reason}>
              <span>{reason}</span>
              <span className="tabular-nums">{number(count)}</span>
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <details>
          <summary>
            {lines.length < skipped ? `The first ${number(lines.length)} skipped rows` : 'The skipped rows'}
          </summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <section className="import-lines" tabIndex={0} aria-label="Skipped rows">
            <table>
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
            </table>
          </section>
        </details>
      )}
      {ignoredColumns.length > 0 && <p className="text-muted">Columns not used: {ignoredColumns.join(', ')}.</p>}
    </div>
  )
}
