import type { ContentType } from '#domain/content.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { bodyChanges } from './body-changes.ts'
import { Parts } from './comparison/diff-view.tsx'
import { type TextPart, wordChanges } from './comparison/word-changes.ts'
import { changedFields, type DraftValues } from './draft-values.ts'
import { fieldLabel, fieldText } from './field-words.ts'

/** What differs between the file and what is in the editor, field by field and block by block, with the words that differ marked. */
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
  const changed = changedFields(type, file, draft)
  return (
    <Dialog title="The file and your draft" className="merge-dialog" onClose={onClose}>
      {changed.length === 0 && <p className="text-muted">Both say the same.</p>}
      <div className="grid gap-6">
        {changed.map((field) => {
          if (field === 'content') return <BodyComparison key={field} before={file.content} after={draft.content} />
          const changes = wordChanges(fieldText(file[field]), fieldText(draft[field]))
          return (
            <section key={field}>
              <h3 className="mb-2 font-semibold">{fieldLabel(type, field)}</h3>
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

/** Two texts block by block. */
function BodyComparison({ before, after }: { before: string; after: string }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">Text</h3>
      <div className="grid gap-3">
        {bodyChanges(before, after).map((change, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
          if (change.kind === 'same') return <Same key={index} text={change.text} />
          const words = wordChanges(change.before, change.after)
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
          return <Sides key={index} before={words.before} after={words.after} />
        })}
      </div>
    </section>
  )
}

/** What both share, as far as it shows where one is. */
function Same({ text }: { text: string }) {
  const lines = text.split('\n')
  return (
    <pre className="merge-around">
      {(lines.length > 5 ? [...lines.slice(0, 2), '…', ...lines.slice(-2)] : lines).join('\n')}
    </pre>
  )
}

/** Two versions side by side. */
function Sides({ before, after }: { before: ReadonlyArray<TextPart>; after: ReadonlyArray<TextPart> }) {
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
