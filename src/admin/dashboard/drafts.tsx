import { groupedNumber } from '#domain/count-words.ts'
import type { Work, WorkDraft } from '#domain/dashboard.ts'
import { editorPath } from '#domain/editor-path.ts'
import { Badge } from '../../ui/badge.tsx'
import { Ago, typeName, WorkList } from './work-list.tsx'

/** Unpublished items, the user's own first, with their age. */
export function Drafts({ total, items }: Work['drafts']) {
  if (total === 0)
    return (
      <p className="text-muted">
        Nothing is half written. What is saved as a draft is listed here.
      </p>
    )
  const left = total - items.length
  return (
    <WorkList
      name="drafts"
      rows={items.map((draft) => ({
        key: `${draft.type} ${draft.id}`,
        title: draft.title,
        href: editorPath(draft),
        facts: <Changed {...draft} />,
        end: draft.mine && <Badge tone="info">Mine</Badge>,
      }))}
      more={
        left > 0 && (
          <p className="mt-2 text-small text-muted">
            And {groupedNumber(left)} older ones, in{' '}
            <a className="underline underline-offset-4" href="/admin/manage-content">
              Manage Content
            </a>
            .
          </p>
        )
      }
    />
  )
}

function Changed({ type, changedAt, changedBy, mine }: WorkDraft) {
  return (
    <>
      {typeName(type)}
      {changedAt && (
        <>
          , changed <Ago instant={changedAt} />
        </>
      )}
      {changedBy && !mine && ` by ${changedBy}`}
    </>
  )
}
