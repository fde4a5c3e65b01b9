import { onTheServer } from '../shell/on-the-server.ts'

/** Nothing can be saved, whoever tries; the site itself goes on. */
export function Hindrance({ reason }: { reason: string }) {
  return (
    <div className="notice mb-4" data-tone="danger" role="alert">
      <div>
        <p>
          <strong>Nothing can be saved right now.</strong> {reason}
        </p>
        <p className="mt-1 text-small text-soft">Visitors see the site as before. {onTheServer}</p>
      </div>
    </div>
  )
}
