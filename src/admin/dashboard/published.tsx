import type { Work } from '#domain/dashboard.ts'
import { editorPath } from '#domain/editor-path.ts'
import { Ago, typeName, WorkList } from './work-list.tsx'

/** The items that were published last: their pages, and their editors. */
export function Published({ items }: { items: Work['published'] }) {
  if (items.length === 0) return <p className="text-muted">Nothing is published yet.</p>
  return (
    <WorkList
      name="items"
      rows={items.map((item) => ({
        key: `${item.type} ${item.id}`,
        title: item.title,
        href: item.url,
        facts: (
          <>
            {typeName(item.type)}, <Ago instant={item.publishedAt} />
          </>
        ),
        end: (
          <a
            className="text-small whitespace-nowrap"
            href={editorPath(item)}
            aria-label={`Edit: ${item.title}`}
          >
            Edit
          </a>
        ),
      }))}
    />
  )
}
