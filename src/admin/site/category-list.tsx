import { Plus } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { newCategoryColor } from '#domain/site/category-tones.ts'
import { iconNames } from '#domain/site/icon-names.ts'
import type { LookFields, SiteSettingsAnswer } from '#domain/site-files.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { namedIcons } from '../../ui/named-icons.ts'
import { registerField } from '../../ui/register-field.ts'
import { SwitchField } from '../../ui/switch-field.tsx'
import { useSiteLanguage } from '../shell/site-facts.ts'
import { ColorField } from './color-field.tsx'
import { OrderButtons } from './order-buttons.tsx'

const icons = iconNames.toSorted().map((name) => ({ value: name, label: name }))

import { keyOfLabel } from '#domain/slug.ts'

/**
 * The categories of the site, with buttons for their order. `articlesIn` counts the published
 * articles by category.
 */
export function CategoryList({ articlesIn }: { articlesIn: SiteSettingsAnswer['articlesIn'] }) {
  const { control, getValues, setFocus, watch, formState } = useFormContext<LookFields>()
  const { fields, append, remove, swap } = useFieldArray({ control, name: 'categories' })
  const [removed, setRemoved] = useState<{ index: number; label: string; articles: number } | null>(
    null,
  )
  const problem = formState.errors.categories
  const keys = watch('categories').map(({ key }) => key)
  // Removed, or with another key.
  const lost = (formState.defaultValues?.categories ?? []).flatMap((one) => {
    const articles = articlesIn[one?.key ?? ''] ?? 0
    return articles > 0 && !keys.includes(one?.key ?? '') ? [{ ...one, articles }] : []
  })

  function add() {
    const color = newCategoryColor(fields.length)
    const added = { key: '', label: '', color, icon: 'tag' as const, sidebar: true }
    // At once, so that no key that is pressed next is lost.
    flushSync(() => append(added, { shouldFocus: false }))
    setFocus(`categories.${fields.length}.label`)
  }

  /** Takes a category out at once when no article names it. */
  function takeOut(index: number) {
    const { key, label } = getValues(`categories.${index}`)
    const articles = articlesIn[key] ?? 0
    if (articles === 0) remove(index)
    else setRemoved({ index, label, articles })
  }

  return (
    <Card
      title="Categories"
      actions={
        <Button size="sm" icon={<Plus />} onClick={add}>
          Add Category
        </Button>
      }
    >
      <FormError className="mb-4">{(problem?.root ?? problem)?.message}</FormError>
      {lost.map(({ key, label, articles }) => (
        <p key={key} className="notice mb-4" data-tone="warn" role="status">
          {`${lostPages(articles)} when you save: no category has the key “${key}” of “${label}” any more.`}
        </p>
      ))}
      <ol className="grid gap-5">
        {fields.map(({ id }, index) => (
          <li key={id} className="border-t border-line pt-5 first:border-0 first:pt-0">
            <CategoryFields
              index={index}
              count={fields.length}
              onMove={(to) => swap(index, to)}
              onRemove={() => takeOut(index)}
            />
          </li>
        ))}
      </ol>
      {removed && (
        <ConfirmDialog
          title={`Remove “${removed.label}”?`}
          text={`${lostPages(removed.articles)}: when you save, the page of this category is gone. The articles themselves stay.`}
          confirmLabel="Remove"
          tone="danger"
          onConfirm={() => {
            remove(removed.index)
            setRemoved(null)
          }}
          onClose={() => setRemoved(null)}
        />
      )}
    </Card>
  )
}

const lostPages = (articles: number) =>
  articles === 1 ? '1 article loses its page' : `${articles} articles lose their page`

function CategoryFields({
  index,
  count,
  onMove,
  onRemove,
}: {
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const form = useFormContext<LookFields>()
  const { control, watch, getValues, setValue } = form
  const language = useSiteLanguage()
  const name = `categories.${index}` as const
  const label = registerField(form, `${name}.label`)
  const [color, icon] = watch([`${name}.color`, `${name}.icon`])
  const Icon = namedIcons[icon]
  return (
    <div className="grid gap-3">
      <div
        className="grid grid-cols-[auto_minmax(0,1fr)] items-end gap-x-3 gap-y-2
          sm:grid-cols-[auto_minmax(0,1fr)_auto]"
      >
        <span
          aria-hidden="true"
          className="mb-1 grid size-9 place-items-center rounded-card border border-line bg-sunk"
          style={{ boxShadow: `inset 0 -4px 0 ${color}` }}
        >
          {Icon && <Icon className="size-5" />}
        </span>
        <TextField
          {...label}
          label={`Category ${index + 1}`}
          onBlur={(event) => {
            // The key of a new category follows its label; an existing one stands in files.
            if (getValues(`${name}.key`) === '')
              setValue(`${name}.key`, keyOfLabel(event.target.value, language), {
                shouldDirty: true,
              })
            return label.onBlur(event)
          }}
        />
        <div className="col-span-full justify-self-end sm:col-auto">
          <OrderButtons
            list="category"
            name={`category ${index + 1}`}
            {...{ index, count, onMove, onRemove }}
          />
        </div>
      </div>
      <div className="grid grid-cols-2 items-start gap-3 sm:grid-cols-3">
        <div className="col-span-2 sm:col-span-1">
          <TextField {...registerField(form, `${name}.key`)} label={`Key ${index + 1}`} />
        </div>
        <Controller
          control={control}
          name={`${name}.color`}
          render={({ field, fieldState }) => (
            <ColorField
              {...field}
              label={`Color ${index + 1}`}
              error={fieldState.error?.message ?? ''}
            />
          )}
        />
        <SelectField
          {...registerField(form, `${name}.icon`)}
          label={`Icon ${index + 1}`}
          options={icons}
        />
      </div>
      <Controller
        control={control}
        name={`${name}.sidebar`}
        render={({ field: { value, ...field } }) => (
          <SwitchField
            {...field}
            checked={value}
            label={`Category ${index + 1} is in the sidebar`}
          />
        )}
      />
    </div>
  )
}
