import type { ReactNode } from 'react'
import { Breadcrumb, type Crumb } from './breadcrumb.tsx'

/** The head of a list or text page: where one is, the title, and a line about it. */
export function PageHeading({
  title,
  text,
  crumbs = [],
  current,
  children,
}: {
  title: string
  text?: string
  crumbs?: Array<Crumb>
  current: string
  children?: ReactNode
}) {
  return (
    <header className="mb-10 lg:mb-14">
      <Breadcrumb crumbs={[{ label: 'Home', href: '/' }, ...crumbs]} current={current} />
      <h1 className="mt-8 text-title lg:mt-12">{title}</h1>
      {text && <p className="mt-4 max-w-[46rem] font-text text-lead text-soft">{text}</p>}
      {children}
    </header>
  )
}
