import { onTheServer } from '../shell/on-the-server.ts'

/** Something of the site's data can't be used; pages are shown all the same. */
export function DataProblem({ problem }: { problem: string }) {
  return (
    <div className="notice mb-4" data-tone="danger" role="alert">
      <div>
        <p>
          <strong>A data file of the site can’t be used.</strong> {problem}
        </p>
        <p className="mt-1 text-small text-soft">Visitors see the site as before. {onTheServer}</p>
      </div>
    </div>
  )
}
