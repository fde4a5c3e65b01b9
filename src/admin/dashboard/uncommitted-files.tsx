import type { Dashboard } from '#domain/dashboard.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'

const changes: Readonly<
  Record<Dashboard['uncommitted'][number]['change'], { word: string; tone: Tone }>
> = {
  new: { word: 'New', tone: 'ok' },
  modified: { word: 'Changed', tone: 'warn' },
  deleted: { word: 'Deleted', tone: 'danger' },
}

/**
 * Files with uncommitted changes in the work tree of the server; renders nothing when there are
 * none.
 */
export function UncommittedFiles({ files }: { files: Dashboard['uncommitted'] }) {
  if (files.length === 0) return null
  return (
    <Card title="Uncommitted files" actions={<Badge tone="warn">{files.length}</Badge>}>
      <p className="text-muted">
        Somebody works on these files on the server itself and has not committed them. Visitors
        don't see the changes yet, and such a file can't be saved here until that person has
        committed or undone them with git.
      </p>
      <ul className="file-list">
        {files.map(({ path, change }) => (
          <li key={path}>
            <code>{path}</code>
            <Badge tone={changes[change].tone}>{changes[change].word}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
