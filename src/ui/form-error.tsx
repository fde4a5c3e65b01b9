import type { ReactNode } from 'react'

/** What is wrong with a form or a part of it; nothing without words. */
export function FormError({
  id,
  className = '',
  children,
}: {
  id?: string
  className?: string
  children: ReactNode
}) {
  return (
    children && (
      <p id={id} className={`form-error ${className}`} role="alert">
        {children}
      </p>
    )
  )
}
