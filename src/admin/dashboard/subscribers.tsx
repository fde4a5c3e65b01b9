import { counted, groupedNumber } from '#domain/count-words.ts'
import type { Dashboard } from '#domain/dashboard.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** Number of active subscribers, and the state of the newsletter service. */
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
          <strong className="text-24 font-[750] tabular-nums">{groupedNumber(count)}</strong>{' '}
          {count === 1 ? 'person gets the newsletter.' : 'people get the newsletter.'}
        </p>
      )}
      {service && service.waiting > 0 && (
        <p className="notice mt-3" data-tone="warn">
          <span>
            {service.problem?.message ?? `Changes are being sent to ${service.name}.`}{' '}
            {counted(service.waiting, 'person is', 'people are')} not synced yet; it is tried again by itself.
          </span>
        </p>
      )}
    </Card>
  )
}
