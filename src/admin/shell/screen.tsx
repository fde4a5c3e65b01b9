import { type ReactNode, useEffect } from 'react'
import { Breadcrumb, type Crumb } from '../../ui/breadcrumb.tsx'
import { useSiteFacts } from './site-facts.ts'

const atTheThumb =
  'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:justify-end max-sm:border-t max-sm:border-line max-sm:bg-paper max-sm:px-4 max-sm:pt-2 max-sm:pb-[calc(0.5rem+env(safe-area-inset-bottom))] max-sm:[&_.button]:min-h-11 max-sm:[&_.button]:min-w-11 max-sm:[&_.button:first-child]:me-auto'

/**
 * Frame of a screen: breadcrumb, `h1`, buttons, content. `crumbs` are shown between Home and the
 * screen; the default is Admin.
 */
export function Screen({
  title,
  current = title,
  documentTitle = title,
  crumbs = [{ label: 'Admin', href: '/admin' }],
  state,
  actions,
  staysInView = false,
  children,
}: {
  title: string
  /** Text of the last crumb. */
  current?: string
  /** Title of the browser tab. */
  documentTitle?: string
  crumbs?: ReadonlyArray<Crumb>
  /** State beside the title. */
  state?: ReactNode
  actions?: ReactNode
  /**
   * Keeps title and buttons in view while the content scrolls; on phones the buttons are at the
   * bottom.
   */
  staysInView?: boolean
  children: ReactNode
}) {
  useDocumentTitle(documentTitle)
  return (
    <div
      className={
        staysInView
          ? 'admin-wrap max-w-[92rem] px-[clamp(1rem,2.25vw,3.5rem)] pt-2'
          : 'admin-wrap pt-6'
      }
    >
      <div data-part="crumbs">
        <Breadcrumb crumbs={[{ label: 'Home', href: '/' }, ...crumbs]} current={current} />
      </div>
      <div
        className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-3 ${staysInView ? 'mb-3 border-b border-line bg-paper py-2 sm:sticky sm:top-0 sm:z-20' : 'mt-3 mb-6'}`}
        data-part="admin-head"
      >
        <div className="flex flex-wrap items-center gap-y-2 gap-x-3.5 min-w-0">
          <h1 className={staysInView ? 'text-20' : 'text-screen'}>{title}</h1>
          {state}
        </div>
        {actions && (
          <div
            className={`flex flex-wrap gap-2 ${staysInView ? atTheThumb : ''}`}
            data-part="head-actions"
          >
            {actions}
          </div>
        )}
      </div>
      {children}
    </div>
  )
}

/** Sets the title of the browser tab: 'TITLE · SITE'. */
export function useDocumentTitle(title: string): void {
  const { name } = useSiteFacts()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}
