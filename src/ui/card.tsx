import { type ReactNode, useId } from 'react'

export interface CardProps {
  title?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  className?: string
  children: ReactNode
}

/** A bordered surface; with a title it is a region of that name. */
export function Card({ title, actions, className = '', children }: CardProps) {
  const id = useId()
  if (title === undefined) return <div className={`panel ${className}`}>{children}</div>
  return (
    <section className={`panel ${className}`} aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        {actions && <div className="panel-actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
