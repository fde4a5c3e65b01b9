import type { Dashboard } from '#domain/dashboard.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { editorPath } from '../shell/editor-path.ts'

/** Faults of content files: file, line and reason, and the editor where the file can be read. */
export function ContentProblems({ problems }: Pick<Dashboard, 'problems'>) {
  return (
    <Card
      title="Content problems"
      actions={problems.length > 0 ? <Badge tone="danger">{problems.length}</Badge> : <Badge tone="ok">None</Badge>}
    >
      {problems.length === 0 ? (
        <p className="text-muted">Every content file can be read.</p>
      ) : (
        <>
          <p className="text-muted">
            What can't be read is left out of the site. Whoever has the file on their computer can mend it there and
            commit it.
          </p>
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
        </>
      )}
    </Card>
  )
}
