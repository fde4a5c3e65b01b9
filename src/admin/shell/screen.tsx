import { type ReactNode, useEffect } from 'react'
import { Breadcrumb, type Crumb } from './breadcrumb.tsx'
import { useSiteFacts } from './site-facts.ts'

/**
 * The frame of a screen: the way back, its one `h1`, its buttons and its content. `crumbs` stand between Home and the screen itself; most screens have
 * Admin there.
 */
export function Screen({
  title,
  current = title,
  documentTitle = title,
  crumbs = [{ label: 'Admin', href: '/admin' }],
  state,
  actions,
  children,
}: {
  title: string
  /** The last crumb. */
  current?: string
  /** The name of the browser's tab. */
  documentTitle?: string
  crumbs?: ReadonlyArray<Crumb>
  /** A state word beside the title. */
  state?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  useDocumentTitle(documentTitle)
  return (
    <div className="admin-wrap admin-screen">
      <Breadcrumb crumbs={[{ label: 'Home', href: '/' }, ...crumbs]} current={current} />
      <div className="admin-head">
        <div className="admin-head-title">
          <h1 className="admin-title">{title}</h1>
          {state}
        </div>
        {actions && <div className="admin-head-actions">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** Names the browser's tab: 'TITLE · SITE'. */
export function useDocumentTitle(title: string): void {
  const { name } = useSiteFacts()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
