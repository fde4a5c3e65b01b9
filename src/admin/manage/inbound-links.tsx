import type { ContentType } from '#domain/content.ts'
import type { InboundLink } from '../../api/admin-content.ts'
import { useInboundLinks } from './item-queries.ts'

/** Number of linking items that are listed. */
const named = 5

/** Lists the items that link to an item before it is deleted. */
export function InboundLinks({ type, id }: { type: ContentType; id: number }) {
  const { data, isError } = useInboundLinks(type, id)
  if (isError) return <p className="mt-3">The items that link to it could not be loaded.</p>
  if (!data) return <p className="mt-3 text-muted">Looking for links to it...</p>
  if (data.length === 0) return <p className="mt-3 text-muted">No other item links to it.</p>
  const left = data.length - named
  return (
    <div className="notice notice-stacked mt-3" data-tone="warn">
      <p className="font-semibold">
        {data.length === 1
          ? '1 other item links to it. That link will lead nowhere:'
          : `${data.length} other items link to it. Those links will lead nowhere:`}
      </p>
      <ul className="list-disc ps-5">
        {data.slice(0, named).map((link) => (
          <li key={link.url}>
            <a dir="auto" className="underline" href={addressOf(link)} target="_blank" rel="noopener">
              {link.title}
            </a>
          </li>
        ))}
        {left > 0 && <li>and {left} more</li>}
      </ul>
    </div>
  )
}

/** Where the link can be edited; static pages lead to their public address. */
function addressOf({ type, id, url }: InboundLink): string {
  return id === null ? url : `/admin/draft-editor?id=${id}&type=${type}`
}
