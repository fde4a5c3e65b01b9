import { Button } from '../../ui/button.tsx'
import { ageText } from '../offline/kept-draft.ts'

/** What was begun in this browser comes back as what it is: a draft that is in no file. */
export function RestoredNew({
  at,
  actions,
}: {
  /** When it was typed, in milliseconds since 1970. */
  at: number
  actions: ReadonlyArray<{ label: string; run: () => void }>
}) {
  return (
    <div className="notice mb-5" data-tone="info" role="status">
      <p className="min-w-56 flex-1">
        <strong>This is a draft that no file has yet.</strong> This browser kept it; it was typed{' '}
        {ageText(at, Date.now())}.
      </p>
      <div className="flex flex-wrap gap-2">
        {actions.map(({ label, run }) => (
          <Button key={label} size="sm" onClick={run}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
