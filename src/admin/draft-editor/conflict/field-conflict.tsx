import { useId } from 'react'
import type { ContentType } from '#domain/content.ts'
import { sameValue } from '#domain/merge-fields.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import type { DraftValues } from '../draft-values.ts'
import { fieldLabel, fieldText } from '../field-words.ts'
import { Parts } from '../history/diff-view.tsx'
import { wordChanges } from '../word-changes.ts'
import { Before } from './before.tsx'

type Field = Exclude<keyof DraftValues, 'content'>

/** Texts that can also be written by hand; of the others one of the two is taken. */
const written: ReadonlySet<Field> = new Set(['title', 'excerpt', 'metaDescription', 'imageAlt'])

/** A field that both changed: theirs or yours, and for texts anything in between. */
export function FieldConflict<Name extends Field>({
  type,
  field,
  base,
  yours,
  theirs,
  chosen,
  onChoose,
}: {
  type: ContentType
  field: Name
  base: DraftValues[Name]
  yours: DraftValues[Name]
  theirs: DraftValues[Name]
  chosen: DraftValues[Name] | undefined
  onChoose: (value: DraftValues[Name]) => void
}) {
  const id = useId()
  const label = fieldLabel(type, field)
  const marked = (value: DraftValues[Name]) => wordChanges(fieldText(base), fieldText(value)).after
  const side = (name: string, value: DraftValues[Name], parts: ReturnType<typeof marked>) => (
    <div className="conflict-side" data-chosen={chosen !== undefined && sameValue(chosen, value)}>
      <p className="conflict-who">{name}</p>
      <div className="conflict-text">{fieldText(value) === '' ? <em>empty</em> : <Parts parts={parts} />}</div>
      <Button
        size="sm"
        aria-pressed={chosen !== undefined && sameValue(chosen, value)}
        aria-label={`${label}: keep ${name.toLowerCase()}`}
        onClick={() => onChoose(value)}
      >
        Keep {name.toLowerCase()}
      </Button>
    </div>
  )
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 font-semibold">
        {label}
      </h3>
      <div className="conflict-sides">
        <Before text={fieldText(base)} />
        {side('Theirs', theirs, marked(theirs))}
        {side('Yours', yours, marked(yours))}
      </div>
      {written.has(field) && chosen !== undefined && (
        <div className="mt-2">
          <TextArea
            label={`${label} to save`}
            rows={2}
            value={String(chosen)}
            onChange={(event) => onChoose(event.target.value as DraftValues[Name])}
          />
        </div>
      )}
    </section>
  )
}
