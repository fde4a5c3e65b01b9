import { Controller, useFormContext } from 'react-hook-form'
import type { FormValues } from '#domain/item/field.ts'
import { type OwnField, ownFieldsOf, readOwnValue } from '#domain/site-fields.ts'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TagField } from '../../../ui/tag-field.tsx'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { ItemGroup } from './side-groups.tsx'

type Value = FormValues['own'][string] | undefined

/** The group with the fields that the site adds to items of this type; nothing without any. */
export function OwnFieldsGroup() {
  const { draft } = useDraftParts()
  const fields = ownFieldsOf(useSiteFacts().fields, draft.type)
  if (fields.length === 0) return null
  return (
    <ItemGroup
      title="More Fields"
      fields={['fields']}
      words={({ values }) => [ownFieldsState(fields, values.fields)]}
    >
      <OwnFieldList fields={fields} />
    </ItemGroup>
  )
}

/** The controls of fields that the site adds, in the form around them. */
export function OwnFieldList({ fields }: { fields: ReadonlyArray<OwnField> }) {
  const { control } = useFormContext<DraftValues>()
  return (
    <Controller
      control={control}
      name="fields"
      render={({ field: { value, onChange } }) => (
        <div className="grid gap-4">
          {fields.map((field) => (
            <OwnControl
              key={field.key}
              field={field}
              value={value[field.key]}
              onChange={(next) => onChange({ ...value, [field.key]: next })}
            />
          ))}
        </div>
      )}
    />
  )
}

/** Which of the fields have a value. */
export function ownFieldsState(
  fields: ReadonlyArray<OwnField>,
  values: DraftValues['fields'],
): string {
  const filled = fields.filter(({ key }) => values[key] && String(values[key]) !== '')
  return filled.map(({ label }) => label).join(' · ') || 'Nothing written'
}

function OwnControl({
  field,
  value,
  onChange,
}: {
  field: OwnField
  value: Value
  onChange: (value: Exclude<Value, undefined>) => void
}) {
  const { label, hint, type, options } = field
  const read = readOwnValue(field, value)
  const texts = {
    label,
    ...(hint && { hint }),
    ...('refusal' in read && { error: `${read.refusal}.` }),
  }
  const text = typeof value === 'string' ? value : ''
  if (type === 'switch')
    return (
      <SwitchField
        {...texts}
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
    )
  if (type === 'list')
    return (
      <TagField
        {...texts}
        value={Array.isArray(value) ? value : []}
        suggestions={options}
        onChange={onChange}
      />
    )
  if (type === 'choice') {
    const listed = text === '' || options.includes(text) ? options : [...options, text]
    return (
      <SelectField
        {...texts}
        options={[
          { value: '', label: 'None' },
          ...listed.map((option) => ({ value: option, label: option })),
        ]}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  return (
    <TextField
      {...texts}
      type={type === 'date' ? 'date' : 'text'}
      {...(type === 'number' && { inputMode: 'decimal' as const })}
      {...(type === 'link' && { inputMode: 'url' as const })}
      value={text}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
