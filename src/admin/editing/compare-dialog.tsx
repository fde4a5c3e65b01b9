import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import type { FieldValues } from 'react-hook-form'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type TextPart, wordChanges } from '../documents/conflict/word-changes.ts'
import type { ComparedField } from '../documents/document-form.ts'
import { Parts } from './comparison/diff-view.tsx'
import type { Document } from './session.ts'

const TextComparison = later(
  async () => (await import('./comparison/text-comparison.tsx')).default,
  <Spinner label="Comparing..." />,
)

/** A function that compares the form of a document with its file, and the dialog that it opens. */
export function useComparison(
  { compared }: Pick<Document<FieldValues>, 'compared'>,
  backLabel = 'Back to the editor',
): { compare: () => void; comparison: ReactNode } {
  const [fields, setFields] = useState<ReadonlyArray<ComparedField> | null>(null)
  return {
    compare: () => setFields(compared()),
    comparison:
      fields &&
      // In a portal, so that its keys and buttons do not act on a form around it.
      createPortal(
        <CompareDialog fields={fields} backLabel={backLabel} onClose={() => setFields(null)} />,
        document.body,
      ),
  }
}

/**
 * Compares a file with a draft of it: field by field, a body block by block, with changed words
 * marked.
 */
function CompareDialog({
  fields,
  backLabel,
  onClose,
}: {
  fields: ReadonlyArray<ComparedField>
  backLabel: string
  onClose: () => void
}) {
  return (
    <Dialog title="The file and your draft" className="merge-dialog" onClose={onClose}>
      {fields.length === 0 && <p className="text-muted">Both say the same.</p>}
      <div className="grid gap-6">
        {fields.map(({ label, before, after, isBody }) => {
          if (isBody) return <BodyComparison key={label} before={before} after={after} />
          const changes = wordChanges(before, after)
          return (
            <section key={label}>
              <h3 className="mb-2 font-semibold">{label}</h3>
              <Sides before={changes.before} after={changes.after} />
            </section>
          )
        })}
      </div>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {backLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Comparison of two bodies as readers see them. */
function BodyComparison({ before, after }: { before: string; after: string }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">Text</h3>
      <TextComparison before={before} after={after} />
    </section>
  )
}

/** Two versions side by side. */
function Sides({
  before,
  after,
}: {
  before: ReadonlyArray<TextPart>
  after: ReadonlyArray<TextPart>
}) {
  return (
    <div className="merge-sides">
      <Side name="File" parts={before} />
      <Side name="Draft" parts={after} />
    </div>
  )
}

function Side({ name, parts }: { name: string; parts: ReadonlyArray<TextPart> }) {
  return (
    <div className="merge-side">
      <p className="merge-who">{name}</p>
      <div className="merge-text">
        {parts.every(({ text }) => text.trim() === '') ? <em>empty</em> : <Parts parts={parts} />}
      </div>
    </div>
  )
}
