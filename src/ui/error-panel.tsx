import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** An error with its reason and a button that tries again. */
export function ErrorPanel({
  title,
  message,
  retry,
}: {
  title: string
  message?: ReactNode
  retry?: () => unknown
}) {
  return (
    <div className="empty" data-tone="danger" role="alert">
      <p className="empty-title">{title}</p>
      {message && <p className="text-small">{message}</p>}
      {retry && (
        <Button className="mt-2" onClick={() => retry()}>
          Try again
        </Button>
      )}
    </div>
  )
}
