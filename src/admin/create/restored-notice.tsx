import { Button } from '../../ui/button.tsx'
import { ageText } from '../offline/kept-draft.ts'

/** What was begun in this browser comes back as what it is: a draft that is in no file. */
export function RestoredNotice({
  at,
  onKeep,
  onFresh,
  onDiscard,
}: {
  at: number
  onKeep: () => void
  onFresh: () => void
  onDiscard: () => void
}) {
  return (
    <div className="notice mb-5" data-tone="info" role="status">
      <p className="min-w-60 flex-1">
        <strong>This is a draft that no file has yet.</strong> This browser kept it; it was typed{' '}
        {ageText(at, Date.now())}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeep}>
          Keep
        </Button>
        <Button size="sm" onClick={onFresh}>
          Start Something New
        </Button>
        <Button size="sm" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}
