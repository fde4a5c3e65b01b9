import { Undo2 } from 'lucide-react'
import { counted } from '#domain/count-words.ts'
import { importNames } from '#domain/import/mapping.ts'
import type { ImportState } from '#domain/import/state.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { manageAddress } from '../shell/navigation.tsx'
import { ImportFacts } from './import-facts.tsx'

/** The finished import, with a button that takes it back. */
export function ImportResult({
  state,
  busy,
  problem,
  onUndo,
  onAnother,
}: {
  state: Extract<ImportState, { kind: 'done' }>
  busy: boolean
  /** Why the last attempt failed; null without one. */
  problem: string | null
  onUndo: () => void
  onAnother: () => void
}) {
  const { report, commit, undone } = state
  const texts = counted(report.fresh, 'text', 'texts')
  return (
    <Card title={undone ? 'Import taken back' : 'Import finished'}>
      <p className="mb-4 text-soft" role="status">
        {undone
          ? `The ${texts} from ${importNames[state.system]} are gone again, with their pictures. The history holds them.`
          : `${texts} from ${importNames[state.system]} ${report.fresh === 1 ? 'is' : 'are'} part of the site, in one commit.`}
      </p>
      {!undone && <ImportFacts report={report} />}
      {commit !== null && (
        <p className="mt-4 text-small text-muted">
          Commit <code className="wrap-anywhere">{commit.slice(0, 12)}</code>
        </p>
      )}
      {problem !== null && <ErrorNotice className="mt-4">{problem}</ErrorNotice>}
      <div className="mt-4 flex flex-wrap gap-2">
        {!undone && (
          <LinkButton variant="primary" href={manageAddress}>
            Manage Content
          </LinkButton>
        )}
        {commit !== null && !undone && (
          <Button icon={<Undo2 />} pending={busy} pendingText="Taking back..." onClick={onUndo}>
            Undo Import
          </Button>
        )}
        <Button disabled={busy} onClick={onAnother}>
          Import Another
        </Button>
      </div>
    </Card>
  )
}
