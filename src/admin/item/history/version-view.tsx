import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { ContentType } from '#domain/content.ts'
import { adminCall } from '../../../api/admin-call.ts'
import { contentKeys, type ItemAtCommit, type ItemCommit } from '../../../api/admin-content.ts'
import { reasonOf } from '../../../api/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { DiffView } from '../comparison/diff-view.tsx'

/** One version: its diff and its text. */
export function VersionView({
  type,
  id,
  version,
  isCurrent,
  locked,
  onRestore,
}: {
  type: ContentType
  id: number
  version: ItemCommit
  isCurrent: boolean
  /** There are unsaved changes, so restoring is disabled. */
  locked: boolean
  onRestore: () => void
}) {
  const [tab, setTab] = useState('changes')
  const { data, error, refetch } = useQuery({
    queryKey: [...contentKeys.history(type, id), version.commit],
    queryFn: () => adminCall(`GET /api/${type}/{id}/history/{commit}`, { params: { id, commit: version.commit } }),
  })
  const canRestore = !isCurrent && data?.item
  return (
    <section className="min-w-0" aria-label="Chosen version">
      {error ? (
        <ErrorPanel
          title="This version could not be loaded"
          message={reasonOf(error) ?? 'The server could not be reached.'}
          retry={refetch}
        />
      ) : !data ? (
        <Spinner label="Loading version..." />
      ) : (
        <>
          <Tabs
            label="Views of the version"
            value={tab}
            onChange={setTab}
            tabs={[
              { id: 'changes', label: 'Changes', panel: <DiffView diff={data.diff} /> },
              { id: 'text', label: 'As it was', panel: <VersionText item={data.item} /> },
            ]}
          />
          {canRestore && (
            <div className="sticky bottom-0 flex flex-wrap items-center justify-end gap-y-2 gap-x-4 py-3 border-t border-line bg-surface">
              {locked && <p className="text-tiny text-muted">Save your changes first, so that none of them is lost.</p>}
              <Button icon={<RotateCcw aria-hidden="true" />} disabled={locked} onClick={onRestore}>
                Restore this version
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

function VersionText({ item }: { item: ItemAtCommit['item'] }) {
  if (!item) return <p className="text-muted">This change deleted the content.</p>
  const articles = 'articles' in item ? item.articles : []
  return (
    <div>
      <h3 className="text-card">{item.title}</h3>
      <Body html={item.content} />
      {articles.map((article, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
        <section key={index} className="mt-8">
          <h4 className="font-bold">{article.title}</h4>
          <Body html={article.content} />
        </section>
      ))}
    </div>
  )
}

function Body({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when the server rendered it from Markdown
  return <div className="prose mt-4" dangerouslySetInnerHTML={{ __html: html }} />
}
