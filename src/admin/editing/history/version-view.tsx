import { useQuery } from '@tanstack/react-query'
import { ExternalLink, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { ItemCommit } from '../../../api/admin-content.ts'
import { reasonOf } from '../../../api/refusal.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { wordChanges } from '../../documents/conflict/word-changes.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { ComparedBlocks } from '../comparison/compared-blocks.tsx'
import { DiffView, Parts } from '../comparison/diff-view.tsx'
import type { HistorySubject, VersionAtCommit } from './history-subject.ts'

/** One version: its diff and its text. */
export function VersionView({
  subject,
  version,
  isCurrent,
  locked,
  onRestore,
}: {
  subject: HistorySubject
  version: ItemCommit
  isCurrent: boolean
  /** There are unsaved changes, so restoring is disabled. */
  locked: boolean
  onRestore: () => void
}) {
  const [tab, setTab] = useState('changes')
  const { data, error, refetch } = useQuery({
    queryKey: [...subject.key, version.commit],
    queryFn: () => subject.version(version.commit, 'before'),
  })
  const canRestore = !isCurrent && data?.item
  const address = subject.addressOf(version.commit)
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
              {
                id: 'changes',
                label: 'Changes',
                panel: <Changes subject={subject} version={data} against="before" />,
              },
              ...(canRestore
                ? [
                    {
                      id: 'now',
                      label: 'Against now',
                      panel: <AgainstNow subject={subject} commit={version.commit} />,
                    },
                  ]
                : []),
              { id: 'text', label: 'As it was', panel: <VersionText item={data.item} /> },
              { id: 'file', label: 'File', panel: <DiffView diff={data.diff} /> },
            ]}
          />
          {data.item && (canRestore || address !== null) && (
            <div
              className="sticky bottom-0 mt-4 flex flex-wrap items-center justify-end gap-y-2
                gap-x-4 py-3 border-t border-line bg-surface"
            >
              {canRestore && locked && (
                <p className="text-tiny text-muted">
                  Save your changes first, so that none of them is lost.
                </p>
              )}
              {address !== null && (
                <LinkButton variant="ghost" href={address} target="_blank" icon={<ExternalLink />}>
                  The page as it was
                </LinkButton>
              )}
              {canRestore && (
                <Button icon={<RotateCcw />} disabled={locked} onClick={onRestore}>
                  Restore this version
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** What a restore of a version changes: what is there now, and the version. */
export function AgainstNow({ subject, commit }: { subject: HistorySubject; commit: string }) {
  const query = useQuery({
    queryKey: [...subject.key, commit, 'now'],
    queryFn: () => subject.version(commit, 'now'),
    refetchOnMount: 'always',
  })
  return (
    <Loaded query={query} name="comparison" failed="comparison">
      {(version) => <Changes subject={subject} version={version} against="now" />}
    </Loaded>
  )
}

/**
 * Says why there is nothing to compare a version with, and shows its whole text: everything would
 * be new.
 */
function Whole({ version, against }: { version: VersionAtCommit; against: 'before' | 'now' }) {
  const why =
    against === 'now'
      ? 'The content is deleted now. All of this comes back with a restore:'
      : version.change.kind === 'created'
        ? 'The content begins here: there is no version before this one. Its whole text:'
        : 'The version before this one is not known here; git log shows it. The whole text of this one:'
  return (
    <>
      <p className="mb-4 text-muted">{why}</p>
      <VersionText item={version.item} />
    </>
  )
}

/**
 * What the version changed, or what a restore of it changes, as readers see it: fields word by
 * word, then the text.
 */
function Changes({
  subject,
  version,
  against,
}: {
  subject: HistorySubject
  version: VersionAtCommit
  against: 'before' | 'now'
}) {
  const { comparison, change, comparedWith, item } = version
  const { fields, text } = comparison
  if (!item)
    return (
      <p className="text-muted">
        This change deleted the content. The version before it shows the text.
      </p>
    )
  if (comparedWith === 'nothing') return <Whole version={version} against={against} />
  if (fields.length === 0 && text?.length === 0)
    return (
      <p className="text-muted">
        {against === 'now'
          ? 'Readers see now what they saw then.'
          : change.kind === 'edited'
            ? 'Readers see the same as before. The tab ‘File’ shows what changed in the file.'
            : 'The text is empty.'}
      </p>
    )
  return (
    <div className="grid gap-5">
      {fields.map(({ name, before, after }) => (
        <FieldChange key={name} subject={subject} name={name} before={before} after={after} />
      ))}
      {text === null ? (
        <p className="text-muted">
          The texts are too long to compare. The tab ‘File’ shows the changed lines.
        </p>
      ) : (
        text.length > 0 && (
          <section>
            <h3 className="mb-2 font-semibold">Text</h3>
            <ComparedBlocks blocks={text} />
          </section>
        )
      )}
    </div>
  )
}

function FieldChange({
  subject,
  name,
  before,
  after,
}: {
  subject: HistorySubject
  name: string
  before: unknown
  after: unknown
}) {
  const { timeZone } = useSiteFacts()
  const shown = (value: unknown) => subject.textOf(name, value, timeZone)
  const changes = wordChanges(shown(before), shown(after))
  return (
    <section>
      <h3 className="mb-1 font-semibold">{subject.labelOf(name)}</h3>
      <dl className="grid gap-1 wrap-anywhere">
        <div className="rounded-card bg-line-removed px-3 py-1.5" data-kind="removed">
          <dt className="sr-only">Before</dt>
          <dd>{before === null ? <em>empty</em> : <Parts parts={changes.before} />}</dd>
        </div>
        <div className="rounded-card bg-line-added px-3 py-1.5" data-kind="added">
          <dt className="sr-only">After</dt>
          <dd>{after === null ? <em>empty</em> : <Parts parts={changes.after} />}</dd>
        </div>
      </dl>
    </section>
  )
}

function VersionText({ item }: { item: VersionAtCommit['item'] }) {
  if (!item) return <p className="text-muted">This change deleted the content.</p>
  const { articles = [] } = item
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
