import type { ReactNode } from 'react'
import { Breadcrumb, type Crumb } from '../ui/breadcrumb.tsx'
import { useTexts } from '../ui/site-profile.tsx'

export interface PageHeadingProps {
  title: string
  /** One or two sentences under the title. */
  text?: string
  crumbs?: Array<Crumb>
  current: string
  /** The number of items, in words. */
  count?: string
  icon?: ReactNode
}

/** The heading of a list or text page: breadcrumb, title and a line of text. */
export function PageHeading({ title, text, crumbs = [], current, count, icon }: PageHeadingProps) {
  const words = useTexts()
  return (
    <header className="mb-10 lg:mb-14">
      <Breadcrumb crumbs={[{ label: words('home'), href: '/' }, ...crumbs]} current={current} />
      <div className="mt-8 flex flex-wrap items-end gap-x-5 gap-y-3 lg:mt-12">
        <div className="flex min-w-0 items-center gap-5">
          {icon && (
            <span className="grid size-14 flex-none place-items-center rounded-card bg-fill p-3 text-on-fill lg:size-20 lg:p-4">
              {icon}
            </span>
          )}
          <h1 className="text-title">{title}</h1>
        </div>
        {count && <p className="pb-1.5 text-small text-muted lg:pb-2.5">{count}</p>}
      </div>
      {text && <p className="mt-4 max-w-[46rem] font-text text-lead text-soft">{text}</p>}
    </header>
  )
}
