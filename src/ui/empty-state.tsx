import type { ReactNode } from 'react'

/** An empty list with a title, a text and an action. */
export function EmptyState({
  title,
  text,
  action,
}: {
  title: string
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {text && <p className="text-small text-muted">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
