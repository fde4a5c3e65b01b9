import type { ReactNode } from 'react'

/**
 * Why the last try failed, above the fields of a form or below them. Screen readers read it at
 * once.
 */
export function ErrorNotice({
  className = '',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return (
    <p className={`notice ${className}`} data-tone="danger" role="alert">
      {children}
    </p>
  )
}
