import { Button } from './button.tsx'

/** Says below a list that its next part could not be loaded; a press tries again. */
export function RetryNotice({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <p className="notice mt-3" data-tone="danger" role="alert">
      {text}
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    </p>
  )
}
