import type { ContentType } from '#domain/content.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { later } from '../../ui/loaded-code.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type TextPart, wordChanges } from '../documents/conflict/word-changes.ts'
import { changedFields, type DraftValues } from '../documents/draft-values.ts'
import { fieldLabel, fieldText } from '../documents/field-words.ts'
import { Parts } from './comparison/diff-view.tsx'

const TextComparison = later(
  async () => (await import('./comparison/text-comparison.tsx')).default,
  <Spinner label="Comparing..." />,
)

/** Compares the file of an item with the editor. */
export function CompareDialog({
  type,
  file,
  draft,
  backLabel = 'Back to the editor',
  onClose,
}: {
  type: ContentType
  file: DraftValues
  draft: DraftValues
  backLabel?: string
  onClose: () => void
}) {
  const fields = changedFields(type, file, draft).map((field) => {
    const [before, after] = [fieldText(file[field]), fieldText(draft[field])]
    return {
      label: field === 'content' ? 'Text' : fieldLabel(type, field),
      before,
      after,
      isBody: field === 'content',
    }
  })
  return <CompareFields fields={fields} backLabel={backLabel} onClose={onClose} />
}

/** A changed field in both versions, as text; `isBody`: Markdown, compared block by block. */
export interface ComparedField {
  label: string
  before: string
  after: string
  isBody: boolean
}

/**
 * Compares a file with a draft of it: field by field, a body block by block, with changed words
 * marked.
 */
export function CompareFields({
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
