import { Check } from 'lucide-react'
import { useState } from 'react'
import { counted, groupedNumber } from '#domain/count-words.ts'
import type { ImportMapping } from '#domain/import/mapping.ts'
import type { ImportPart, ImportState } from '#domain/import/state.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ImportFacts } from './import-facts.tsx'
import { MappingForm } from './mapping-form.tsx'
import { OldAddresses } from './old-addresses.tsx'
import { ReportList } from './report-list.tsx'

/** The lists of a report, with the number of their entries. */
function listsOf({ texts, remarks, pictures, files }: ReadyImport['report']) {
  return [
    { id: 'texts', name: 'Texts', count: texts },
    { id: 'remarks', name: 'Remarks', count: remarks },
    { id: 'pictures', name: 'Missing pictures', count: pictures.missing },
    { id: 'files', name: 'Files', count: files.imported + files.leftOut + files.notUnderstood },
  ] as const
}

const unchanged: ImportMapping = { kinds: {}, categories: {}, fields: {} }

type ReadyImport = Extract<ImportState, { kind: 'ready' }>

interface ImportReportViewProps {
  state: ReadyImport
  busy: boolean
  /** Why the last attempt failed; null without one. */
  problem: string | null
  onApply: (mapping: ImportMapping, sitemap: string | undefined) => void
  onConfirm: () => void
  onCancel: () => void
}

/**
 * The report of a dry run: what comes in as what. Its mapping can be changed, and its confirmation
 * imports.
 */
export function ImportReportView({
  state,
  busy,
  problem,
  onApply,
  onConfirm,
  onCancel,
}: ImportReportViewProps) {
  const { report } = state
  const [changes, setChanges] = useState(unchanged)
  const [part, setPart] = useState<ImportPart>('texts')
  const [sitemap, setSitemap] = useState<string>()
  const { kinds, categories, fields, addresses, addCategories } = changes
  const names = [kinds, categories, fields].reduce((sum, one) => sum + Object.keys(one).length, 0)
  const changed =
    names + [addresses, sitemap, addCategories].filter((one) => one !== undefined).length
  const run = JSON.stringify([state.id, report.kinds, report.categories, report.fields])
  return (
    <div
      className="grid gap-4 items-start lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      data-part="import-report"
    >
      <div className="grid gap-4 lg:sticky lg:top-4 lg:order-2">
        <Card title="Dry run">
          <p className="mb-3 text-soft wrap-anywhere">{state.file}. Nothing is written yet.</p>
          <ImportFacts report={report} />
          {problem !== null && <ErrorNotice className="mt-4">{problem}</ErrorNotice>}
          {changed > 0 && (
            <p className="notice mt-4" data-tone="info" role="status">
              {counted(changed, 'decision is', 'decisions are')} changed. Read the export again with{' '}
              {changed === 1 ? 'it' : 'them'} before you import.
            </p>
          )}
          <div className="mt-4 flex flex-wrap gap-2">
            {changed > 0 ? (
              <Button variant="primary" pending={busy} onClick={() => onApply(changes, sitemap)}>
                Read Again
              </Button>
            ) : (
              <Button
                variant="primary"
                icon={<Check />}
                pending={busy}
                pendingText="Importing..."
                disabled={report.fresh === 0}
                onClick={onConfirm}
              >
                {report.fresh === 0
                  ? 'Nothing Is New'
                  : `Import ${counted(report.fresh, 'Text', 'Texts')}`}
              </Button>
            )}
            <Button disabled={busy} onClick={onCancel}>
              Cancel
            </Button>
          </div>
        </Card>
      </div>
      <div className="grid gap-4 min-w-0">
        <OldAddresses
          old={report.old}
          pattern={addresses}
          disabled={busy}
          onPattern={(pattern) =>
            setChanges(({ addresses: _, ...others }) =>
              pattern === undefined ? others : { ...others, addresses: pattern },
            )
          }
          onList={setSitemap}
        />
        <MappingForm report={report} changes={changes} disabled={busy} onChange={setChanges} />
        <Card title="What was found">
          <Tabs
            label="Lists of the dry run"
            value={part}
            onChange={(id) => setPart(id as ImportPart)}
            tabs={listsOf(report).map(({ id, name, count }) => ({
              id,
              label: `${name} (${groupedNumber(count)})`,
              panel:
                id === part &&
                (count === 0 ? (
                  <p className="text-small text-muted">
                    {id === 'texts' ? 'No texts were found.' : 'None.'}
                  </p>
                ) : (
                  <ReportList key={run + id} part={id} run={run} name={name} />
                )),
            }))}
          />
        </Card>
      </div>
    </div>
  )
}
