import type { Ref, SelectHTMLAttributes } from 'react'
import { Controller, FormProvider, type UseFormReturn } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { counted } from '#domain/count-words.ts'
import { hasPieces } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { pictureMaxAltLength } from '#domain/media.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { ownFieldsOf } from '#domain/site-fields.ts'
import { type FieldTexts, NumberField, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { FieldGroup } from '../../ui/field-group.tsx'
import { registerField } from '../../ui/register-field.ts'
import { SideColumn, SideSheetButton, useSide } from '../../ui/side-column.tsx'
import { useProfile } from '../../ui/site-profile.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { TagField } from '../../ui/tag-field.tsx'
import type { DraftValues } from '../documents/draft-values.ts'
import { fieldLabel } from '../documents/field-words.ts'
import { categoryChoices, levelChoices, sameCategory, versionChoices } from '../editing/choices.ts'
import { AuthorField } from '../editor/fields/author-field.tsx'
import { OwnFieldList, ownFieldsState } from '../editor/fields/own-fields.tsx'
import { useSiteFacts } from '../shell/site-facts.ts'
import { CategoryField, NewsCategoryField } from './category-field.tsx'
import { type DialogKind, dialogFields } from './dialog-fields.ts'
import { ImageUrlField } from './image-url-field.tsx'

const settings: ReadonlyArray<keyof DraftValues> = [
  ...(['category', 'readTime', 'techniqueLevel', 'abletonVersion', 'featured', 'tags'] as const),
]

/**
 * The fields of a dialog for a type: title and text first, the others beside them or in a sheet.
 */
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
  const profile = useProfile()
  const fields = dialogFields[kind][type]
  const has = (name: keyof DraftValues) => fields.includes(name)
  const { errors } = form.formState
  const tied = (name: keyof DraftValues) => registerField(form, name)
  const [excerpt, category, tags, imageUrl, imageAlt] = form.watch([
    'excerpt',
    'category',
    'tags',
    'imageUrl',
    'imageAlt',
  ])
  const problem = (...names: ReadonlyArray<keyof DraftValues>) => names.some((name) => errors[name])
  const side = useSide()
  return (
    <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-7">
      <div className="grid min-w-0 content-start gap-4 lg:grid-rows-[auto_1fr]">
        <div className={has('issueNumber') ? 'grid grid-cols-[1fr_8rem] gap-4' : 'contents'}>
          <TextField label="Title" data-autofocus {...tied('title')} />
          {has('issueNumber') && (
            <NumberControl
              name="issueNumber"
              label="Issue Number"
              form={form}
              {...(kind === 'create' && {
                placeholder: nextIssue ? String(nextIssue) : 'Next free',
              })}
            />
          )}
        </div>
        <div className="relative">
          <div className="absolute -top-4.5 end-0">
            <SideSheetButton
              side={side}
              problem={problem('excerpt', 'imageUrl', 'imageAlt', ...settings)}
            />
          </div>
          <TextArea
            label="Content"
            rows={14}
            className="font-mono text-13 min-h-44"
            hint={
              hasPieces(type)
                ? 'Markdown: the text that opens the issue. Its pieces are edited in the editor.'
                : 'Markdown'
            }
            {...tied('content')}
          />
        </div>
      </div>
      <SideColumn side={side}>
        <FieldGroup
          title="Summary"
          state={
            excerpt.trim()
              ? counted(excerpt.trim().length, 'character', 'characters')
              : 'Nothing written'
          }
          problem={problem('excerpt')}
        >
          <TextArea
            label={fieldLabel(type, 'excerpt')}
            rows={3}
            className="min-h-16"
            {...tied('excerpt')}
          />
        </FieldGroup>
        {settings.some(has) && (
          <FieldGroup
            title="Settings"
            state={[
              categoryChoices('manage', category, profile).find(({ value }) =>
                sameCategory(value, category, profile.categories),
              )?.label ?? category,
              has('tags') && counted(tags.length, 'tag', 'tags'),
            ]
              .filter(Boolean)
              .join(' · ')}
            problem={problem(...settings)}
          >
            {has('category') &&
              (itemTypes[type].categories?.kind === 'free' ? (
                <NewsCategoryField {...tied('category')} />
              ) : (
                <CategoryField screen="manage" current={loaded.category} {...tied('category')} />
              ))}
            {has('readTime') && (
              <NumberControl name="readTime" label="Read Time (minutes)" form={form} />
            )}
            {has('techniqueLevel') && <LevelField {...tied('techniqueLevel')} />}
            {has('abletonVersion') && (
              <VersionField current={loaded.abletonVersion} {...tied('abletonVersion')} />
            )}
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
                    suggestions={subjectData[profile.subject].suggestedTags.dialog}
                    placeholder="Type a tag and press Enter"
                    error={(errors.tags as { message?: string })?.message}
                  />
                )}
              />
            )}
          </FieldGroup>
        )}
        {kind === 'create' && <SiteGroups type={type} form={form} />}
        {has('imageUrl') && (
          <FieldGroup
            title="Image"
            state={
              !imageUrl.trim() ? 'No image' : imageAlt.trim() ? 'Set' : 'Set, without alt text'
            }
            problem={problem('imageUrl', 'imageAlt')}
          >
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
            {has('imageAlt') && imageUrl.trim() !== '' && (
              <TextField
                label="Alt Text"
                hint="What the picture shows, for people who cannot see it."
                maxLength={pictureMaxAltLength}
                {...tied('imageAlt')}
              />
            )}
          </FieldGroup>
        )}
      </SideColumn>
    </div>
  )
}

/** The author and the fields of the site's own, on a site that has them. */
function SiteGroups({ type, form }: { type: ContentType; form: UseFormReturn<DraftValues> }) {
  const { authors, fields } = useSiteFacts()
  const own = ownFieldsOf(fields, type)
  const author = form.watch('author')
  return (
    <FormProvider {...form}>
      {authors.length > 0 && (
        <FieldGroup
          title="Author"
          state={author.length === 0 ? 'By the site' : counted(author.length, 'author', 'authors')}
          problem={Boolean(form.formState.errors.author)}
        >
          <AuthorField />
        </FieldGroup>
      )}
      {own.length > 0 && (
        <FieldGroup
          title="More Fields"
          state={ownFieldsState(own, form.watch('fields'))}
          problem={Boolean(form.formState.errors.fields)}
        >
          <OwnFieldList fields={own} />
        </FieldGroup>
      )}
    </FormProvider>
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

type SelectProps = Omit<FieldTexts, 'label'> &
  SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }

/** Select field for the technique level of an article. */
function LevelField(props: SelectProps) {
  const profile = useProfile()
  if (profile.levels.keys.length === 0) return null
  return (
    <SelectField label="Technique Level" options={levelChoices(undefined, profile)} {...props} />
  )
}

/**
 * Select field for the version that an article is about; `current` is offered even when the list
 * lacks it.
 */
function VersionField({ current, ...rest }: SelectProps & { current?: string | null }) {
  const profile = useProfile()
  const options = versionChoices(current, profile)
  if (profile.versions.isFree || options.length === 0) return null
  return (
    <SelectField
      label={subjectData[profile.subject].versionLabels.dialog}
      options={options}
      {...rest}
    />
  )
}
