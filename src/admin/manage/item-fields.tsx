import { Controller, type UseFormReturn } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { hasPieces } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { pictureMaxAltLength } from '#domain/media.ts'
import { NumberField, TextArea, TextField } from '../../ui/field.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { TagField } from '../../ui/tag-field.tsx'
import { manageTags } from '../editor/fields/suggested-tags.ts'
import type { DraftValues } from '../item/draft-values.ts'
import { fieldLabel } from '../item/field-words.ts'
import { CategoryField, NewsCategoryField } from './category-field.tsx'
import { type DialogKind, dialogFields } from './dialog-fields.ts'
import { ImageUrlField } from './image-url-field.tsx'
import { LevelField, VersionField } from './technique-fields.tsx'

/** The fields of a dialog for a type, in the order in which people fill them in. */
export function ItemFields({
  kind,
  type,
  form,
  loaded,
  nextIssue = null,
}: {
  kind: DialogKind
  type: ContentType
  form: UseFormReturn<DraftValues>
  /** The stored values, before any edit. */
  loaded: DraftValues
  /** The number that an issue gets when none is typed. */
  nextIssue?: number | null
}) {
  const fields = dialogFields[kind][type]
  const has = (name: keyof DraftValues) => fields.includes(name)
  const { errors } = form.formState
  const tied = (name: keyof DraftValues) => ({
    ...form.register(name),
    error: (errors[name] as { message?: string })?.message,
  })
  return (
    <div className="grid gap-4">
      <div className={has('issueNumber') ? 'grid gap-4 sm:grid-cols-[1fr_8rem]' : 'contents'}>
        <TextField label="Title" data-autofocus {...tied('title')} />
        {has('issueNumber') && (
          <NumberControl
            name="issueNumber"
            label="Issue Number"
            form={form}
            {...(kind === 'create' && { placeholder: nextIssue ? String(nextIssue) : 'Next free' })}
          />
        )}
      </div>
      <TextArea label={fieldLabel(type, 'excerpt')} rows={2} className="min-h-16" {...tied('excerpt')} />
      <TextArea
        label="Content"
        rows={8}
        className="font-mono text-13 min-h-44 max-h-96"
        hint={
          hasPieces(type) ? 'Markdown: the text that opens the issue. Its pieces are edited in the editor.' : 'Markdown'
        }
        {...tied('content')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {has('category') &&
          (itemTypes[type].categories?.kind === 'free' ? (
            <NewsCategoryField {...tied('category')} />
          ) : (
            <CategoryField screen="manage" current={loaded.category} {...tied('category')} />
          ))}
        {has('readTime') && <NumberControl name="readTime" label="Read Time (minutes)" form={form} />}
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

/** A number field; an empty one is 0. */
function NumberControl({
  name,
  label,
  placeholder,
  form,
}: {
  name: 'issueNumber' | 'readTime'
  label: string
  placeholder?: string
  form: UseFormReturn<DraftValues>
}) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, ...field }, fieldState }) => (
        <NumberField
          {...field}
          label={label}
          min={1}
          placeholder={placeholder}
          value={value || ''}
          onChange={({ target }) => onChange(Math.max(0, Number.parseInt(target.value, 10) || 0))}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
