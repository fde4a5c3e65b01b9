import { useQuery } from '@tanstack/react-query'
import { editorPath } from '#domain/editor-path.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { ReviewView } from '#domain/review.ts'
import { callQuery } from '../../api/admin-call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Ago, typeName, WorkList } from './work-list.tsx'

/** What writers ask editors to publish, the oldest first; renders nothing when there is nothing. */
export function Reviews() {
  const { data = [] } = useQuery(callQuery('GET /api/reviews'))
  if (data.length === 0) return null
  return (
    <Card title="Waiting for review" actions={<Badge tone="info">{data.length}</Badge>}>
      <WorkList
        name="reviews"
        rows={data.map((review) => ({
          key: `${review.type} ${review.id}`,
          title: review.title,
          href: editorPath(review),
          facts: <Facts {...review} />,
          end: review.state === 'returned' && <Badge tone="warn">Returned</Badge>,
        }))}
      />
    </Card>
  )
}

function Facts({ type, status, askedBy, askedAt, isMine }: ReviewView) {
  return (
    <>
      {status === 'published' ? `Changes to a published ${itemTypes[type].one}` : typeName(type)},
      asked <Ago instant={askedAt} />
      {!isMine && ` by ${askedBy}`}
    </>
  )
}
