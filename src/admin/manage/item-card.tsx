import { Pencil, SquarePen, Trash2 } from 'lucide-react'
import { memo, useId } from 'react'
import { shownTags } from '#domain/article-labels.ts'
import type { ContentType } from '#domain/content.ts'
import { longDate } from '#domain/dates.ts'
import { shownAt } from '#domain/shown-at.ts'
import { specifiedVocabulary, type Vocabulary } from '#domain/site/vocabulary.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { OthersMark } from '../editing/presence.tsx'
import { WaitingBadge } from '../editing/waiting-items.tsx'
import type { ManagedItem } from './item-queries.ts'

/** What all cards of a list share. */
export interface CardProps {
  type: ContentType
  timeZone: string
  onEdit: (item: ManagedItem) => void
  onDelete: (item: ManagedItem) => void
  isSelected: boolean
  /** A click on the box that chooses the item, or Space. */
  onBox: (id: number, isOn: boolean, withShift: boolean) => void
}

/**
 * An item in the list, with its actions. Rendered only when the item changes, not with every key in
 * the search box.
 */
export const ItemCard = memo(function ItemCard({
  type,
  item,
  timeZone,
  onEdit,
  onDelete,
  isSelected,
  onBox,
}: CardProps & { item: ManagedItem }) {
  const title = useId()
  const profile = useProfile()
  const { category, issue, date, status, text, tags, moreTags } = cardFacts(item, timeZone, profile)
  return (
    <article
      className="grid grid-cols-1 gap-3 p-3 border border-line rounded-card bg-surface
        text-14/[1.45] has-[input:checked]:border-ink has-[input:checked]:bg-sunk hover:border-ink/45 focus-within:border-ink/45
        max-sm:has-[[data-cover]>img]:grid-cols-[6rem_minmax(0,1fr)]
        sm:grid-cols-[9.5rem_minmax(0,1fr)] sm:gap-x-4.5 lg:grid-cols-[11rem_minmax(0,1fr)_auto]"
      data-part="manage-card"
      aria-labelledby={title}
      data-item={item.id}
    >
      <div
        className="hidden overflow-hidden self-start aspect-video rounded-[3px]
          bg-[var(--cat-fill,var(--color-sunk))] has-[img]:block [&>img]:size-full
          [&>img]:object-cover sm:block sm:row-span-2 lg:row-auto"
        data-cover
        data-category={category?.name ?? undefined}
      >
        {item.imageUrl && (
          <img
            src={shownAt(item.imageUrl, 320)}
            alt={item.imageAlt}
            width={320}
            height={180}
            loading="lazy"
            decoding="async"
          />
        )}
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-y-1 gap-x-3 text-13 text-muted">
          <label className="-m-2 grid size-9 place-items-center">
            <input
              type="checkbox"
              className="size-4.5 accent-ink"
              value={item.id}
              aria-label={`Select “${item.title}”`}
              checked={isSelected}
              onChange={({ nativeEvent, target }) =>
                onBox(item.id, target.checked, (nativeEvent as MouseEvent).shiftKey)
              }
            />
          </label>
          <WaitingBadge type={type} id={item.id} />
          <OthersMark name={{ kind: type, item: String(item.id) }} />
          {status && <Badge tone={status === 'Draft' ? 'warn' : 'info'}>{status}</Badge>}
          {date && item.publishedAt && <time dateTime={item.publishedAt}>{date}</time>}
          {category && (
            <span
              className="inline-flex items-center gap-[0.4em] font-semibold text-cat
                before:size-[0.625em] before:rounded-[2px] before:bg-clip"
              data-category={category.name ?? undefined}
            >
              {category.label}
            </span>
          )}
          {issue && <span className="font-semibold text-ink">{issue}</span>}
        </p>
        <h2 id={title} className="my-0.75 text-17/[1.25] wrap-anywhere">
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
      <CardActions titleId={title} {...{ type, item, onEdit, onDelete }} />
    </article>
  )
})

/** What can be done with an item; `titleId` is the element that names it. */
function CardActions({
  type,
  item,
  titleId,
  onEdit,
  onDelete,
}: Pick<CardProps, 'type' | 'onEdit' | 'onDelete'> & { item: ManagedItem; titleId: string }) {
  return (
    <div
      className="max-sm:col-span-full flex flex-wrap gap-1
        max-sm:[&_[data-variant='ghost']>svg]:hidden lg:flex-col lg:items-stretch lg:self-center
        lg:[&_.button]:justify-start lg:[&_.button[data-variant='ghost']]:min-h-7"
    >
      <LinkButton
        size="sm"
        href={`/admin/draft-editor?id=${item.id}&type=${type}`}
        aria-describedby={titleId}
        icon={<SquarePen />}
      >
        Open in Editor
      </LinkButton>
      <Button
        size="sm"
        variant="ghost"
        aria-describedby={titleId}
        icon={<Pencil />}
        onClick={() => onEdit(item)}
      >
        Quick Edit
      </Button>
      <Button
        size="sm"
        variant="ghost"
        className="text-danger"
        aria-describedby={titleId}
        icon={<Trash2 />}
        onClick={() => onDelete(item)}
      >
        Delete
      </Button>
    </div>
  )
}

const cardTags = 3
const statusWords = { published: null, draft: 'Draft', scheduled: 'Scheduled' } as const
/** Computes the texts of a card; dates are in the site's time zone. */
export function cardFacts(
  item: ManagedItem,
  timeZone: string,
  { categories }: Pick<Vocabulary, 'categories'> = specifiedVocabulary,
) {
  const known = item.category ? categories.normalize(item.category) : null
  const { shown, more } = shownTags(item.tags ?? [], cardTags)
  return {
    category: item.category
      ? { label: known === null ? item.category : categories.label(known), name: known }
      : null,
    issue: item.issueNumber === undefined ? null : `Issue #${item.issueNumber}`,
    date: item.publishedAt === null ? null : longDate(new Date(item.publishedAt), timeZone),
    status: statusWords[item.status],
    text: item.excerpt?.trim() || item.description?.trim() || 'No description available',
    tags: shown,
    moreTags: more > 0 ? `+${more} more` : null,
  }
}
