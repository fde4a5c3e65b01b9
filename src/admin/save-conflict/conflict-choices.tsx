import { Button } from '../../ui/button.tsx'
import { BodyConflict } from '../draft-editor/conflict/body-conflict.tsx'
import type { Choices } from '../draft-editor/conflict/conflict-draft.ts'
import { Parts } from '../draft-editor/history/diff-view.tsx'
import { wordChanges } from '../draft-editor/word-changes.ts'
import type { SaveConflict } from './save-conflict.ts'

/** Both versions side by side, field by field and part by part. `labels` names the fields as the screen does. */
export function ConflictChoices({
  conflict,
  labels,
  choices,
  onChange,
}: {
  conflict: SaveConflict
  labels: Readonly<Record<string, string>>
  choices: Choices
  onChange: (choices: Choices) => void
}) {
  return (
    <div className="grid gap-6">
      {conflict.conflicts.map(({ key, chunks, yours, theirs }) =>
        chunks ? (
          <BodyConflict key={key} chunks={chunks} choices={choices} onChange={onChange} />
        ) : (
          <FieldChoice
            key={key}
            label={labels[key] ?? key}
            yours={yours}
            theirs={theirs}
            chosen={key in choices.fields ? (choices.fields as Record<string, unknown>)[key] : undefined}
            onChoose={(value) => onChange({ ...choices, fields: { ...choices.fields, [key]: value } })}
          />
        ),
      )}
    </div>
  )
}

function FieldChoice({
  label,
  yours,
  theirs,
  chosen,
  onChoose,
}: {
  label: string
  yours: unknown
  theirs: unknown
  chosen: unknown
  onChoose: (value: unknown) => void
}) {
  const changes = wordChanges(told(theirs), told(yours))
  const sides = [
    { name: 'Theirs', value: theirs, parts: changes.before },
    { name: 'Yours', value: yours, parts: changes.after },
  ]
  return (
    <section aria-label={label}>
      <h3 className="mb-2 font-semibold">{label}</h3>
      <div className="conflict-sides">
        {sides.map(({ name, value, parts }) => (
          <div key={name} className="conflict-side" data-chosen={chosen === value}>
            <p className="conflict-who">{name}</p>
            <div className="conflict-text">{told(value) === '' ? <em>empty</em> : <Parts parts={parts} />}</div>
            <Button size="sm" aria-pressed={chosen === value} onClick={() => onChoose(value)}>
              Keep {name.toLowerCase()}
            </Button>
          </div>
        ))}
      </div>
    </section>
  )
}

function told(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (!Array.isArray(value)) return String(value)
  return value
    .map((one) => (typeof one === 'object' && one !== null ? Object.values(one).join(': ') : String(one)))
    .join('\n')
}
