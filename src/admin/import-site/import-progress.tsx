import { groupedNumber } from '#domain/count-words.ts'
import { fileSizeLabel } from '#domain/file-size.ts'
import type { ImportProgress } from '#domain/import/report.ts'
import type { ImportState } from '#domain/import/state.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

const steps: Readonly<Record<ImportProgress['step'], string>> = {
  unpacking: 'Unpacking the archive',
  reading: 'Reading the texts',
  converting: 'Converting the texts',
  committing: 'Committing the files',
}

type Running = Extract<ImportState, { kind: 'receiving' | 'reading' | 'committing' }>

/** How far a running import is, with a button that cancels it. */
export function ImportProgressCard({ state, onCancel }: { state: Running; onCancel: () => void }) {
  const { title, part, count } = shownProgress(state)
  return (
    <Card title={title}>
      <p className="mb-3 text-soft wrap-anywhere">
        {state.file}
        {state.by !== '' && <span className="text-muted"> · started by {state.by}</span>}
      </p>
      <progress
        className="progress-bar"
        aria-label={title}
        max={1}
        {...(part !== null && { value: part })}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-muted tabular-nums" role="status">
          {count}
        </p>
        {state.kind !== 'committing' && <Button onClick={onCancel}>Cancel</Button>}
      </div>
      <p className="mt-3 text-small text-muted">
        {state.kind === 'receiving'
          ? 'Keep the tab that sends the file open.'
          : 'You may leave this page: the import goes on, and is shown here again.'}
      </p>
    </Card>
  )
}

function shownProgress(state: Running): { title: string; part: number | null; count: string } {
  if (state.kind === 'receiving')
    return {
      title: 'Sending the file',
      part: state.received / state.size,
      count: `${fileSizeLabel(state.received)} of ${fileSizeLabel(state.size)}`,
    }
  const { progress } = state
  if (progress === null)
    return {
      title: state.kind === 'reading' ? 'Reading the export' : steps.committing,
      part: null,
      count: 'Beginning',
    }
  const { step, done, total } = progress
  const written = step === 'unpacking' ? fileSizeLabel : groupedNumber
  return {
    title: steps[step],
    part: total === null || total === 0 ? null : done / total,
    count: total === null ? `${written(done)} so far` : `${written(done)} of ${written(total)}`,
  }
}
