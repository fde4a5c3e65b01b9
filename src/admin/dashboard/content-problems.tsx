import { counted } from '#domain/count-words.ts'
import type { Dashboard } from '#domain/dashboard.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { editorPath } from '../shell/editor-path.ts'

type Problem = Dashboard['problems'][number]

/** Problems and warnings of content files: file, line, reason, and a link to the editor when the file can be read. */
export function ContentProblems({ problems, problemCounts }: Pick<Dashboard, 'problems' | 'problemCounts'>) {
  const faults = problems.filter(({ level }) => level === undefined)
  const warnings = problems.filter(({ level }) => level === 'warning')
  return (
    <Card title="Content problems" actions={<Counts {...problemCounts} />}>
      {faults.length === 0 ? (
        <p className="text-muted">Every content file can be read.</p>
      ) : (
        <>
          <p className="text-muted">
            A file that can't be read is left out of the site. Somebody with a clone of the repository can repair and
            commit it.
          </p>
          <ProblemList problems={faults} total={problemCounts.faults} />
        </>
      )}
      {warnings.length > 0 && (
        <section aria-labelledby="content-warnings" className="mt-4">
          <h3 id="content-warnings">Warnings</h3>
          <p className="text-muted">The site shows these files, but not exactly as they are written.</p>
          <ProblemList problems={warnings} total={problemCounts.warnings} />
        </section>
      )}
    </Card>
  )
}

function Counts({ faults, warnings }: Dashboard['problemCounts']) {
  if (faults > 0) return <Badge tone="danger">{faults}</Badge>
  if (warnings === 0) return <Badge tone="ok">None</Badge>
  return <Badge>{counted(warnings, 'warning', 'warnings')}</Badge>
}

function ProblemList({ problems, total }: { problems: ReadonlyArray<Problem>; total: number }) {
  const more = total - problems.length
  return (
    <>
      <ul className="file-list">
        {problems.map(({ path, line, message, item }) => (
          <li key={`${path} ${line} ${message}`}>
            <code>
              {path}:{line}
            </code>
            <span>{message}</span>
            {item && (
              <a href={editorPath(item)} aria-label={`Open in Editor: ${path}`}>
                Open in Editor
              </a>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="text-muted">
          And {more} more: <code>npm run content:check</code> lists all of them.
        </p>
      )}
    </>
  )
}
