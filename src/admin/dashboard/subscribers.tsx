import { Card } from '../../ui/card.tsx'

/** How many people get the newsletter. */
export function Subscribers({ count }: { count: number | null }) {
  return (
    <Card title="Subscribers">
      {count === null ? (
        <p className="text-muted">The list of subscribers can't be read. The server's log says why.</p>
      ) : (
        <p>
          <strong className="big-number">{count.toLocaleString('en-US')}</strong>{' '}
          {count === 1 ? 'person gets the newsletter.' : 'people get the newsletter.'}
        </p>
      )}
    </Card>
  )
}
