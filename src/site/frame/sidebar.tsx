import { categoryAddress } from '#domain/categories.ts'
import type { SiteReader } from '#domain/site-reader.ts'
import { Island } from '../../ui/island.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { CategoryIcon } from '../category-icon.tsx'
import { type OfferedDownload, offered } from '../downloads/download-facts.ts'
import { DownloadList } from '../downloads/download-list.tsx'
import { SubscribeSection } from '../subscribe/subscribe-island.tsx'

export interface SidebarData {
  counts: Partial<Record<string, number>>
  downloads: Array<OfferedDownload>
}

/** The data for the sidebar. */
export function sidebarData(site: SiteReader): SidebarData {
  return {
    counts: site.categoryCounts(),
    downloads: site.downloads().map(offered),
  }
}

/** Categories with their counts, 'Get Weekly Tips', Free Downloads (specification, section 2). */
export function Sidebar({ data, current }: { data: SidebarData; current?: string }) {
  const { text, categories, parts } = useProfile()
  return (
    <aside aria-label={text('sidebar')} className="sidebar min-w-0 space-y-11" data-print="hide">
      <nav aria-labelledby="sidebar-categories">
        <h2 id="sidebar-categories" className="border-t-2 border-ink pt-3 text-xl">
          {text('categories')}
        </h2>
        <ul className="mt-2">
          {categories.sidebar.map((category) => (
            <li key={category} className="border-b border-line" data-category={category}>
              <a
                href={categoryAddress(category)}
                aria-current={current === category ? 'true' : undefined}
                className="group flex items-center gap-3 py-2 text-small font-medium aria-[current]:font-bold"
              >
                <span className="grid size-7 flex-none place-items-center rounded-[3px] bg-fill text-on-fill">
                  <CategoryIcon category={category} className="size-4" />
                </span>
                <span className="grow underline-offset-4 group-hover:underline">
                  {categories.label(category)}
                </span>
                <span className="text-tiny text-muted tabular-nums">
                  {data.counts[category] ?? 0}
                </span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {parts.newsletters && (
        <SubscribeSection
          id="sidebar-subscribe"
          title={text('sidebarFormTitle')}
          text={text('sidebarFormText')}
          className="border-t-2 border-ink pt-3"
          headingClass="text-xl"
          placement="sidebar"
        />
      )}
      {data.downloads.length > 0 && (
        <section aria-labelledby="sidebar-downloads">
          <h2 id="sidebar-downloads" className="border-t-2 border-ink pt-3 text-xl">
            {text('downloads')}
          </h2>
          <Island name="downloads" part={DownloadList} props={{ downloads: data.downloads }} />
        </section>
      )}
    </aside>
  )
}
