import { Controller, type UseFormReturn } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { pictureMaxAltLength } from '#domain/media.ts'
import { NumberField, TextArea, TextField } from '../../ui/field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { TagField } from '../../ui/tag-field.tsx'
import { manageTags } from '../editor/fields/suggested-tags.ts'
import { type DialogKind, dialogFields, type FieldName, type ItemForm } from '../item/item-form.ts'
import { CategoryField, NewsCategoryField } from './category-field.tsx'
import { ImageUrlField } from './image-url-field.tsx'
import { LevelField, VersionField } from './technique-fields.tsx'

/** The fields of a dialog for a type, in the order in which one fills them in. */
export function ItemFields({
  kind,
  type,
  form,
  loaded,
  nextIssue = null,
}: {
  kind: DialogKind
  type: ContentType
  form: UseFormReturn<ItemForm>
  /** The values of the item before any edit. */
  loaded: ItemForm
  /** The number that an issue gets which names none. */
  nextIssue?: number | null
}) {
  const fields = dialogFields[kind][type]
  const has = (name: FieldName) => fields.includes(name)
  const { errors } = form.formState
  const tied = (name: FieldName) => ({ ...form.register(name), error: (errors[name] as { message?: string })?.message })
  return (
    <div className="grid gap-4">
      <div className={has('issueNumber') ? 'grid gap-4 sm:grid-cols-[1fr_8rem]' : 'contents'}>
        <TextField label="Title" data-autofocus {...tied('title')} />
        {has('issueNumber') && (
          <NumberField
            label="Issue Number"
            min={1}
            {...(kind === 'create' && { placeholder: nextIssue ? String(nextIssue) : 'Next free' })}
            {...tied('issueNumber')}
          />
        )}
      </div>
      {has('excerpt') && <TextArea label="Excerpt" rows={2} className="manage-short" {...tied('excerpt')} />}
      {has('description') && (
        <TextArea label="Description" rows={2} className="manage-short" {...tied('description')} />
      )}
      <TextArea
        label="Content"
        rows={8}
        className="font-mono text-13 min-h-44 max-h-96"
        hint={
          type === 'newsletters'
            ? 'Markdown: the text that opens the issue. Its pieces are edited in the editor.'
            : 'Markdown'
        }
        {...tied('content')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {has('category') &&
          (type === 'news' ? (
            <NewsCategoryField {...tied('category')} />
          ) : (
            <CategoryField screen="manage" current={loaded.category} {...tied('category')} />
          ))}
        {has('readTime') && <NumberField label="Read Time (minutes)" min={1} {...tied('readTime')} />}
        {has('techniqueLevel') && <LevelField {...tied('techniqueLevel')} />}
        {has('abletonVersion') && <VersionField current={loaded.abletonVersion} {...tied('abletonVersion')} />}
      </div>
      {has('featured') && <SwitchField label="Featured" {...tied('featured')} />}
      {has('tags') && (
        <Controller
          control={form.control}
          name="tags"
          render={({ field }) => (
            <TagField
              label="Tags"
              value={field.value}
              onChange={field.onChange}
              suggestions={manageTags}
              placeholder="Type a tag and press Enter"
              error={(errors.tags as { message?: string })?.message}
            />
          )}
        />
      )}
      {has('imageUrl') && (
        <Controller
          control={form.control}
          name="imageUrl"
          render={({ field }) => (
            <ImageUrlField
              value={field.value}
              onChange={field.onChange}
              onPick={({ url, alt }) => {
                field.onChange(url)
                form.setValue('imageAlt', alt)
              }}
              text={() => form.getValues('content')}
              error={errors.imageUrl?.message}
            />
          )}
        />
      )}
      {has('imageAlt') && form.watch('imageUrl').trim() !== '' && (
        <TextField
          label="Alt Text"
          hint="What the picture shows, for people who cannot see it."
          maxLength={pictureMaxAltLength}
          {...tied('imageAlt')}
        />
      )}
    </div>
  )
}
