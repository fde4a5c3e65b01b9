import { onTheServer } from '../shell/on-the-server.ts'

/** Notice about a fault that only the server can repair; public pages still work. */
export function FaultNotice({
  title,
  reason,
  seenByVisitors = 'Visitors see the site as before.',
}: {
  title: string
  reason: string
  seenByVisitors?: string
}) {
  return (
    <div className="notice mb-4" data-tone="danger" role="alert">
      <div>
        <p>
          <strong>{title}</strong> {reason}
        </p>
        <p className="mt-1 text-small text-soft">
          {seenByVisitors} {onTheServer}
        </p>
      </div>
    </div>
  )
}
