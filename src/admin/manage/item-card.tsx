import { Pencil, SquarePen, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { ContentType } from '#domain/content.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cardFacts } from './card-facts.ts'
import type { ManagedItem } from './managed-item.ts'
import { WaitingBadge } from './waiting-items.tsx'

/** An item in the list, with what can be done to it. */
export function ItemCard({
  type,
  item,
  timeZone,
  onEdit,
  onDelete,
}: {
  type: ContentType
  item: ManagedItem
  timeZone: string
  onEdit: () => void
  onDelete: () => void
}) {
  const title = useId()
  const { category, issue, date, status, text, tags, moreTags } = cardFacts(type, item, timeZone)
  return (
    <article className="manage-card" aria-labelledby={title} data-item={item.id}>
      <div className="manage-card-cover" data-category={category?.name ?? undefined}>
        {item.imageUrl && (
          <img
            src={thumbnail(item.imageUrl)}
            alt={item.imageAlt}
            width={320}
            height={180}
            loading="lazy"
            decoding="async"
          />
        )}
      </div>
      <div className="manage-card-text">
        <p className="manage-card-facts">
          <WaitingBadge type={type} id={item.id} />
          {status && <Badge tone={status === 'Draft' ? 'warn' : 'info'}>{status}</Badge>}
          {date && item.publishedAt && <time dateTime={item.publishedAt}>{date}</time>}
          {category && (
            <span className="manage-category" data-category={category.name ?? undefined}>
              {category.label}
            </span>
          )}
          {issue && <span className="font-semibold text-ink">{issue}</span>}
        </p>
        <h2 id={title} className="manage-card-title">
          {item.title}
        </h2>
        <p className="line-clamp-2 text-soft">{text}</p>
        {tags.length > 0 && (
          <ul aria-label="Tags" className="mt-1.5 flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li key={tag} className="tag">
                {tag}
              </li>
            ))}
            {moreTags && <li className="tag border-transparent">{moreTags}</li>}
          </ul>
        )}
      </div>
      <div className="manage-card-actions">
        <LinkButton
          size="sm"
          href={`/admin/draft-editor?id=${item.id}&type=${type}`}
          aria-describedby={title}
          icon={<SquarePen aria-hidden="true" />}
        >
          Open in Editor
        </LinkButton>
        <Button
          size="sm"
          variant="ghost"
          aria-describedby={title}
          icon={<Pencil aria-hidden="true" />}
          onClick={onEdit}
        >
          Quick Edit
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className="manage-delete"
          aria-describedby={title}
          icon={<Trash2 aria-hidden="true" />}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </article>
  )
}

/** Pictures of the site come in the width of the card. */
function thumbnail(url: string): string {
  return url.startsWith('/media/') ? `${url}?w=320` : url
}
