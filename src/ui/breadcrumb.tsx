import { useTexts } from './site-profile.tsx'

export interface Crumb {
  label: string
  href: string
}

/** The path to this page. The last crumb is the page itself, without a link. */
export function Breadcrumb({ crumbs, current }: { crumbs: ReadonlyArray<Crumb>; current: string }) {
  const text = useTexts()
  return (
    <nav aria-label={text('breadcrumb')} className="text-tiny text-muted" data-print="hide">
      <ol className="flex items-center gap-x-2">
        {crumbs.map((crumb) => (
          <li key={crumb.href} className="flex flex-none items-center gap-x-2">
            <a href={crumb.href} className="-my-1 py-1 hover:text-ink hover:underline">
              {crumb.label}
            </a>
            <span aria-hidden="true">/</span>
          </li>
        ))}
        <li aria-current="page" dir="auto" className="min-w-0 truncate">
          {current}
        </li>
      </ol>
    </nav>
  )
}
