import { ArrowDown, ArrowUp, FileInput, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { pieceOf } from '#domain/issue-skeleton.ts'
import { type Opening, openingIn } from '#domain/opening.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { SelectField, TextArea, TextField } from '../../../ui/field.tsx'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { ItemPicker } from '../../editing/issue/item-picker.tsx'
import { BodyField } from './body-field.tsx'

const moves = [
  ['up', -1, ArrowUp],
  ['down', 1, ArrowDown],
] as const

/**
 * The articles of a newsletter issue: add, edit, put in order, remove. `opening` says where the
 * caret is at first.
 */
export function IssueArticles({ opening }: { opening: Opening }) {
  const { flushes } = useDraftParts()
  const { control, getValues } = useFormContext<DraftValues>()
  const { fields, append, insert, remove, move } = useFieldArray({ control, name: 'articles' })
  const [removing, setRemoving] = useState<number | null>(null)
  /** Where a chosen article is put in; null while none is chosen. */
  const [place, setPlace] = useState<number | null>(null)

  /** Pending text of an editor belongs to the article's current position. */
  function flushEditors() {
    for (const flush of flushes) flush()
  }

  return (
    <section aria-labelledby="issue-articles" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
        <h2 id="issue-articles" className="text-18">
          Articles of this issue
        </h2>
        <div className="flex gap-2">
          <Button size="sm" icon={<FileInput />} onClick={() => setPlace(fields.length)}>
            Put in an existing one
          </Button>
          <Button
            size="sm"
            icon={<Plus />}
            onClick={() => append({ title: '', excerpt: '', content: '' })}
          >
            Add Article
          </Button>
        </div>
      </div>
      {fields.length === 0 && (
        <p className="text-small text-muted">
          No articles yet. An issue may also be its opening text alone.
        </p>
      )}
      <ol className="grid grid-cols-1 gap-4">
        {fields.map((field, index) => (
          <Article
            key={field.id}
            index={index}
            count={fields.length}
            opening={openingIn(index + 1, opening)}
            onMove={(to) => {
              flushEditors()
              move(index, to)
            }}
            onRemove={() => {
              flushEditors()
              const { title, excerpt, content } = getValues(`articles.${index}`)
              if (title || excerpt || content) setRemoving(index)
              else remove(index)
            }}
          />
        ))}
      </ol>
      {place !== null && (
        <ItemPicker
          without={getValues('articles')}
          onPick={(item) => {
            flushEditors()
            insert(place, pieceOf(item))
            setPlace(null)
          }}
          onClose={() => setPlace(null)}
        >
          {fields.length > 0 && (
            <SelectField
              label="Where"
              options={places(getValues('articles'))}
              value={String(place)}
              onChange={({ target }) => setPlace(Number(target.value))}
            />
          )}
        </ItemPicker>
      )}
      {removing !== null && (
        <ConfirmDialog
          title="Remove this article?"
          text={`“${getValues(`articles.${removing}.title`) || 'Untitled'}” is taken out of the issue. It is gone for visitors when you save.`}
          confirmLabel="Remove"
          tone="danger"
          onConfirm={() => {
            remove(removing)
            setRemoving(null)
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  )
}

/** The places for another article, by its number. */
function places(articles: DraftValues['articles']) {
  const before = articles.map(({ title }, index) => ({
    value: String(index),
    label: `${index + 1}, before “${title || 'Untitled'}”`,
  }))
  return [
    ...before,
    { value: String(articles.length), label: `${articles.length + 1}, at the end` },
  ]
}

function Article({
  index,
  count,
  opening,
  onMove,
  onRemove,
}: {
  index: number
  count: number
  opening: Opening
  onMove: (to: number) => void
  onRemove: () => void
}) {
  const place = index + 1
  return (
    <li>
      <fieldset className="panel">
        <legend className="sr-only">Article {place}</legend>
        <div className="panel-head">
          <p className="font-semibold" aria-hidden="true">
            {place}
          </p>
          <div className="panel-actions">
            {moves.map(([direction, step, Icon]) => (
              <IconButton
                key={direction}
                label={`Move article ${place} ${direction}`}
                icon={<Icon />}
                disabled={index + step < 0 || index + step >= count}
                onClick={() => onMove(index + step)}
              />
            ))}
            <IconButton label={`Remove article ${place}`} icon={<Trash2 />} onClick={onRemove} />
          </div>
        </div>
        <ArticleFields index={index} opening={opening} />
      </fieldset>
    </li>
  )
}

function ArticleFields({ index, opening }: { index: number; opening: Opening }) {
  const { register, formState } = useFormContext<DraftValues>()
  const errors = formState.errors.articles?.[index]
  return (
    <div className="grid grid-cols-1 gap-4">
      <TextField
        {...register(`articles.${index}.title`)}
        label={`Title of article ${index + 1}`}
        required
        error={errors?.title?.message}
      />
      <TextArea
        {...register(`articles.${index}.excerpt`)}
        label={`Excerpt of article ${index + 1}`}
        rows={2}
        error={errors?.excerpt?.message}
      />
      <BodyField
        name={`articles.${index}.content`}
        label={`Content of article ${index + 1}`}
        opening={opening}
      />
    </div>
  )
}
