import { type ReactNode, useId } from 'react'
import type { ContentType } from '#domain/content.ts'
import { counted, groupedNumber } from '#domain/count-words.ts'
import { type ImportMapping, importTargets, own } from '#domain/import/mapping.ts'
import type { ImportSummary } from '#domain/import/report.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { CategorySet } from '#domain/site/category-set.ts'
import { Card } from '../../ui/card.tsx'
import { LiteralField, SelectField } from '../../ui/field.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'

const otherTargets = { skip: 'Leave out', pages: 'Pages', drafts: 'Articles, as drafts' }
const targets = importTargets.map((value) => ({
  value,
  label:
    value in otherTargets
      ? otherTargets[value as keyof typeof otherTargets]
      : itemTypes[value as ContentType].title,
}))

/** A name of the other system. */
type Found = ImportSummary['kinds'][number]

/**
 * What the types, categories and fields of the export become. `changes` holds what differs from the
 * dry run.
 */
export function MappingForm({
  report,
  changes,
  disabled,
  onChange,
}: {
  report: ImportSummary
  changes: ImportMapping
  disabled: boolean
  onChange: (changes: ImportMapping) => void
}) {
  const { categories } = useProfile()
  const { fields } = useSiteFacts()
  const names = useId()
  const change = (part: keyof ImportMapping, name: string, to: string, before: string) => {
    const { [name]: _, ...others } = changes[part] as Record<string, string>
    onChange({ ...changes, [part]: to === before ? others : { ...others, [name]: to } })
  }
  return (
    <>
      <MappingCard title="Types" hint="What the texts become here.">
        {report.kinds.map((found) => choice('kinds', found, targets))}
      </MappingCard>
      {report.categories.length > 0 && (
        <MappingCard
          title="Categories"
          hint="The first category of a text stays its category, the others become tags."
          below={
            report.newCategories.length > 0 && (
              <SwitchField
                label={`Add ${counted(report.newCategories.length, 'new category', 'new categories')} to the site`}
                hint={`${report.newCategories.map(({ label }) => label).join(', ')}. With the import they get lists here, and their old lists lead there.`}
                disabled={disabled}
                checked={changes.addCategories ?? report.addsCategories}
                onChange={({ target: { checked } }) =>
                  onChange({
                    ...changes,
                    addCategories: checked === report.addsCategories ? undefined : checked,
                  })
                }
              />
            )
          }
        >
          {report.categories.map((found) =>
            choice('categories', found, categoryOptions(categories, found)),
          )}
        </MappingCard>
      )}
      {report.fields.length > 0 && (
        <MappingCard
          title="Fields"
          hint="The name of the field here. An empty one leaves the field out."
        >
          {report.fields.map(({ name, count, to }) => {
            const now = own(changes.fields, name) ?? to
            return (
              <LiteralField
                key={name}
                label={withCount(name, count)}
                disabled={disabled}
                list={names}
                maxLength={200}
                value={now === 'skip' ? '' : now}
                onChange={({ target }) => change('fields', name, target.value || 'skip', to)}
              />
            )
          })}
          <datalist id={names}>
            {[...fields.map(({ key }) => key), 'techniqueLevel', 'abletonVersion', 'readTime'].map(
              (name) => (
                <option key={name} value={name} />
              ),
            )}
          </datalist>
        </MappingCard>
      )}
    </>
  )

  function choice(
    part: 'kinds' | 'categories',
    { name, count, to }: Found,
    options: ReadonlyArray<{ value: string; label: string }>,
  ) {
    return (
      <SelectField
        key={name}
        label={withCount(name, count)}
        disabled={disabled}
        options={options}
        value={own(changes[part], name) ?? to}
        onChange={({ target }) => change(part, name, target.value, to)}
      />
    )
  }
}

const withCount = (name: string, count: number) => `${name} (${groupedNumber(count)})`

function categoryOptions({ stored, label }: CategorySet, { name, to }: Found) {
  const own = stored.map((value) => ({ value, label: label(value) }))
  const others = [...new Set([name, to])].filter((one) => one !== '' && !stored.includes(one))
  return [
    { value: '', label: 'None' },
    ...others.map((value) => ({ value, label: `Keep “${value}”` })),
    ...own,
  ]
}

function MappingCard({
  title,
  hint,
  below,
  children,
}: {
  title: string
  hint: string
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <Card title={title}>
      <p className="mb-3 text-small text-muted">{hint}</p>
      <div className="grid items-end gap-3 sm:grid-cols-2">{children}</div>
      {below && <div className="mt-4">{below}</div>}
    </Card>
  )
}
