import type { Dashboard } from '#domain/dashboard.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** How many people get the newsletter, and whether the service that sends it knows of them. */
export function Subscribers({
  subscribers: count,
  subscriberService: service,
}: Pick<Dashboard, 'subscribers' | 'subscriberService'>) {
  return (
    <Card
      title="Subscribers"
      actions={
        <LinkButton href="/admin/subscribers" size="sm">
          Manage subscribers
        </LinkButton>
      }
    >
      {count === null ? (
        <p className="text-muted">The list of subscribers can't be read. The server's log says why.</p>
      ) : (
        <p>
          <strong className="text-24 font-[750] tabular-nums">{count.toLocaleString('en-US')}</strong>{' '}
          {count === 1 ? 'person gets the newsletter.' : 'people get the newsletter.'}
        </p>
      )}
      {service && service.waiting > 0 && (
        <p className="notice mt-3" data-tone="warn">
          <span>
            {service.problem?.message ?? `${service.name} is being told of changes.`}{' '}
            {service.waiting === 1 ? '1 person is' : `${service.waiting.toLocaleString('en-US')} people are`} not synced
            yet; it is tried again by itself.
          </span>
        </p>
      )}
    </Card>
  )
}
