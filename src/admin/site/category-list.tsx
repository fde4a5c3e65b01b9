import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { iconNames } from '#domain/site/icon-names.ts'
import type { LookFields } from '#domain/site-files.ts'
import { slugify } from '#domain/slug.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'

const icons = iconNames.map((name) => ({ value: name, label: name }))

/** The categories of the site, with buttons for their order. Without any, they are those of the specification. */
export function CategoryList() {
  const { control, register, getValues, setValue, setFocus, formState } = useFormContext<LookFields>()
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'categories' })
  const errors = formState.errors.categories

  /** Moves one, and the focus with it, so that a second press moves it on. */
  function move(from: number, to: number) {
    swap(from, to)
    const direction = to < from ? 'up' : 'down'
    const end = direction === 'up' ? to === 0 : to === fields.length - 1
    requestAnimationFrame(() => {
      const other = direction === 'up' ? 'down' : 'up'
      document.querySelector<HTMLElement>(`[data-move="${end ? other : direction}-${to}"]`)?.focus()
    })
  }

  function add() {
    append({ key: '', label: '', color: '#3f8f3a', icon: 'tag', sidebar: true }, { shouldFocus: false })
    requestAnimationFrame(() => setFocus(`categories.${fields.length}.label`))
  }

  return (
    <Card
      title="Categories"
      actions={
        <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={add}>
          Add Category
        </Button>
      }
    >
      {errors?.root?.message && (
        <p className="form-error" role="alert">
          {errors.root.message}
        </p>
      )}
      {fields.length === 0 && (
        <p className="text-small text-muted">
          Without categories of its own, the site has the categories and texts that it came with.
        </p>
      )}
      <ol className="grid gap-5">
        {fields.map(({ id }, index) => {
          const name = `categories.${index}` as const
          const found = errors?.[index]
          const label = register(`${name}.label`)
          return (
            <li key={id} className="grid gap-3 border-t border-line pt-4 first:border-0 first:pt-0">
              <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
                <TextField
                  {...label}
                  label={`Category ${index + 1}`}
                  error={found?.label?.message}
                  onBlur={(event) => {
                    // The key of a new category follows its label; an existing one stands in files.
                    if (getValues(`${name}.key`) === '')
                      setValue(`${name}.key`, keyOf(event.target.value), { shouldDirty: true })
                    return label.onBlur(event)
                  }}
                />
                <div className="flex gap-1">
                  <IconButton
                    label={`Move category ${index + 1} up`}
                    data-move={`up-${index}`}
                    disabled={index === 0}
                    icon={<ArrowUp aria-hidden="true" />}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    label={`Move category ${index + 1} down`}
                    data-move={`down-${index}`}
                    disabled={index === fields.length - 1}
                    icon={<ArrowDown aria-hidden="true" />}
                    onClick={() => move(index, index + 1)}
                  />
                  <IconButton
                    label={`Remove category ${index + 1}`}
                    icon={<Trash2 aria-hidden="true" />}
                    onClick={() => remove(index)}
                  />
                </div>
              </div>
              <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-[minmax(0,1.4fr)_6rem_minmax(0,1fr)]">
                <div className="col-span-2 sm:col-span-1">
                  <TextField
                    {...register(`${name}.key`)}
                    label={`Key ${index + 1}`}
                    hint="In files and addresses."
                    error={found?.key?.message}
                  />
                </div>
                <TextField
                  {...register(`${name}.color`)}
                  type="color"
                  label={`Color ${index + 1}`}
                  error={found?.color?.message}
                />
                <SelectField
                  {...register(`${name}.icon`)}
                  label={`Icon ${index + 1}`}
                  options={icons}
                  error={found?.icon?.message}
                />
              </div>
              <SwitchField {...register(`${name}.sidebar`)} label={`Category ${index + 1} is in the sidebar`} />
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** The key that a label proposes. */
function keyOf(label: string): string {
  return slugify(label)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replace(/^_|_$/g, '')
}
