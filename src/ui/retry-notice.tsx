import { Button } from './button.tsx'
import { ErrorNotice } from './error-notice.tsx'

/** Says below a list that its next part could not be loaded; a press tries again. */
export function RetryNotice({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <ErrorNotice className="mt-3">
      {text}
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </ErrorNotice>
  )
}
