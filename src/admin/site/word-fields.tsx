import type { LookFields } from '#domain/site-files.ts'
import { slugify } from '#domain/slug.ts'
import { SelectField } from '../../ui/field.tsx'
import { TagField } from '../../ui/tag-field.tsx'

interface Props<Value> {
  value: Value
  onChange: (value: Value) => void
  error: string | undefined
}

type Levels = LookFields['levels']

/** The levels of articles, the easiest first. */
export function LevelsField({ value, onChange, error }: Props<Levels>) {
  const levels = value ?? []
  const labels = new Map(levels.map((level) => (typeof level === 'string' ? [level, level] : [level.key, level.label])))
  const levelOf = (typed: string): NonNullable<Levels>[number] => {
    const known = levels.find((level) => (typeof level === 'string' ? level : level.key) === typed)
    if (known !== undefined) return known
    const key = slugify(typed).replace(/[^a-z0-9]+/g, '_')
    return key === typed ? key : { key, label: typed }
  }
  return (
    <TagField
      label="Levels"
      value={[...labels.keys()]}
      textOf={(key) => labels.get(key) ?? key}
      placeholder="Add a level..."
      hint="The easiest first. Type a level and press Enter."
      onChange={(typed) => onChange(typed.map(levelOf))}
      {...(error && { error })}
    />
  )
}

const kinds = [
  { value: 'unset', label: 'As the site came' },
  { value: 'list', label: 'Those of a list' },
  { value: 'free', label: 'Any text' },
]

/** The versions that articles name. */
export function VersionsField({ value, onChange, error }: Props<LookFields['versions']>) {
  const kind = value === null ? 'unset' : value === 'free' ? 'free' : 'list'
  return (
    <>
      <SelectField
        label="Versions that articles name"
        options={kinds}
        value={kind}
        onChange={({ target }) => onChange(target.value === 'free' ? 'free' : target.value === 'list' ? [] : null)}
      />
      {kind === 'list' && (
        <TagField
          label="Versions"
          value={Array.isArray(value) ? value : []}
          placeholder="Add a version..."
          hint="An empty list for none."
          onChange={onChange}
          {...(error && { error })}
        />
      )}
    </>
  )
}
