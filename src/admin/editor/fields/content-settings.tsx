import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { counted } from '#domain/count-words.ts'
import type { Fields } from '#domain/item/field.ts'
import { hasField, itemFields } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { subjectData } from '#domain/site/subject-data.ts'
import { NumberField, SelectField, TextField } from '../../../ui/field.tsx'
import { registerField } from '../../../ui/register-field.ts'
import { useProfile } from '../../../ui/site-profile.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { TagField } from '../../../ui/tag-field.tsx'
import {
  type DraftValues,
  fieldsOf,
  formKinds,
  keywordAfterTags,
  sameTag,
} from '../../documents/draft-values.ts'
import {
  categoryChoices,
  chosenCategory,
  levelChoices,
  versionChoices,
} from '../../editing/choices.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { wholeNumber } from '../../editing/whole-number.ts'
import { AuthorField } from './author-field.tsx'
import { type GroupWords, ItemGroup } from './side-groups.tsx'

/** Fields with a control of their own here. */
const settings = [
  'author',
  'category',
  'readTime',
  'techniqueLevel',
  'abletonVersion',
  'tags',
] as const

/** Those, and fields that have another place on the screen. */
const placed = new Set<string>([
  ...settings,
  'title',
  'slug',
  'excerpt',
  'metaDescription',
  'publishedAt',
  'draft',
  'imageUrl',
  'imageAlt',
  'description',
  'issueNumber',
  'fields',
])

/** The group 'Content Settings' (specification, section 2); a newsletter has its authors alone. */
export function ContentSettings() {
  const { draft } = useDraftParts()
  const { type } = draft
  const plain = fieldsOf[type].filter(
    (name) => !placed.has(name) && formKinds.get(name) !== 'pieces' && name !== 'content',
  )
  if (plain.length === 0 && !hasField(type, 'category') && !hasField(type, 'tags'))
    return (
      <ItemGroup title="Authors" fields={['author']} words={settingsWords}>
        <AuthorField />
      </ItemGroup>
    )
  return (
    <ItemGroup title="Content Settings" fields={[...plain, ...settings]} words={settingsWords}>
      {hasField(type, 'category') && <Category />}
      {hasField(type, 'readTime') && <ReadTime label="Read Time" />}
      {hasField(type, 'techniqueLevel') && <Technique />}
      {plain.map((name) => (
        <PlainField key={name} name={name} />
      ))}
      <AuthorField />
      {hasField(type, 'tags') && <Tags />}
    </ItemGroup>
  )
}

/** Category, reading time and tags in a few words. */
export const settingsWords: GroupWords = ({ values, draft, profile }) => {
  const { category, readTime, tags, featured, author } = values
  const { type, screen, base, fields } = draft
  const options = categoryChoices(screen, base.category, profile)
  const chosen = options.find(({ value }) => value === chosenCategory(options, category, profile))
  const words = [
    hasField(type, 'category') && (chosen?.label ?? (category || 'No category')),
    hasField(type, 'readTime') && `${readTime} min`,
    hasField(type, 'tags') && fields.includes('tags') && counted(tags.length, 'tag', 'tags'),
    hasField(type, 'featured') && featured && 'featured',
    author.length > 0 && counted(author.length, 'author', 'authors'),
  ]
  return words.some(Boolean) ? words : ['By the site']
}

/** The category: one of the screen's list; for a news item any text. */
export function Category() {
  const { draft } = useDraftParts()
  return itemTypes[draft.type].categories?.kind === 'free' ? <NewsCategory /> : <ArticleCategory />
}

function ArticleCategory() {
  const { control, formState } = useFormContext<DraftValues>()
  const { options, chosen, stored } = useCategories()
  return (
    <Controller
      control={control}
      name="category"
      render={({ field: { value, onChange, ...field } }) => (
        <SelectField
          {...field}
          label="Category"
          options={options}
          value={chosen(value)}
          // Selecting the original category again restores the item's own spelling, so that nothing
          // has changed.
          onChange={({ target }) =>
            onChange(target.value === chosen(stored) ? stored : target.value)
          }
          error={formState.errors.category?.message}
        />
      )}
    />
  )
}

/** Free text with the screen's list to choose from (specification, section 3). */
function NewsCategory() {
  const form = useFormContext<DraftValues>()
  const { options } = useCategories()
  return (
    <>
      <TextField
        {...registerField(form, 'category')}
        label="Category"
        list="news-categories"
        autoComplete="off"
        required
      />
      <datalist id="news-categories">
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}

function useCategories() {
  const profile = useProfile()
  const { draft } = useDraftParts()
  const stored = draft.base.category
  const options = categoryChoices(draft.screen, stored, profile)
  return { stored, options, chosen: (value: string) => chosenCategory(options, value, profile) }
}

/** The technique level and the Live version of an article. */
export function Technique() {
  const profile = useProfile()
  const { levels, versions: known } = profile
  const { draft } = useDraftParts()
  const { register } = useFormContext<DraftValues>()
  const { techniqueLevel, abletonVersion } = draft.base
  const versions = versionChoices(abletonVersion, profile)
  const hasLevels = levels.keys.length > 0 || techniqueLevel !== ''
  const label = subjectData[profile.subject].versionLabels.editor
  return (
    <div className="grid grid-cols-[6fr_5fr] gap-3">
      {hasLevels && (
        <SelectField
          {...register('techniqueLevel')}
          label="Level"
          options={levelChoices(techniqueLevel, profile)}
        />
      )}
      {known.isFree ? (
        <TextField {...register('abletonVersion')} label={label} />
      ) : (
        versions.length > 0 && (
          <SelectField
            {...register('abletonVersion')}
            label={label}
            options={[{ value: '', label: 'Any' }, ...versions]}
          />
        )
      )}
    </div>
  )
}

/** Whether an article is in the carousel of the home page. */
export const Featured = () => <PlainField name="featured" />

/** The default control of a field, made from its label, hint and kind of value. */
function PlainField({ name }: { name: string }) {
  const { draft } = useDraftParts()
  const context = useFormContext<Record<string, unknown>>()
  const fields: Fields = itemFields[draft.type]
  const { label = name, hint, form } = fields[name] ?? {}
  const texts = { label, ...(hint && { hint }) }
  switch (form) {
    case 'flag':
      return <SwitchField {...registerField(context, name)} {...texts} />
    case 'number':
      return (
        <NumberField
          {...registerField(context, name, { setValueAs: (text) => Number(text) || 0 })}
          {...texts}
        />
      )
    case 'text':
      return <TextField {...registerField(context, name)} {...texts} />
    default:
      // Dates, lists and articles of an issue have other controls.
      return null
  }
}

/** The reading time. On blur, an empty or invalid value becomes 1 (specification, section 5). */
export function ReadTime({ label }: { label: string }) {
  const form = useFormContext<DraftValues>()
  const field = registerField(form, 'readTime', { setValueAs: (text) => wholeNumber(String(text)) })
  return (
    <NumberField
      {...field}
      label={label}
      hint="In minutes"
      min={1}
      onBlur={(event) => {
        form.setValue('readTime', wholeNumber(event.target.value))
        return field.onBlur(event)
      }}
    />
  )
}

/** The tags, the primary keyword among them highlighted. */
export function Tags() {
  const { suggestedTags } = subjectData[useProfile().subject]
  const { control, setValue, formState } = useFormContext<DraftValues>()
  const keyword = useWatch({ control, name: 'primaryKeyword' })
  return (
    <Controller
      control={control}
      name="tags"
      render={({ field: { value, onChange } }) => (
        <TagField
          label="Tags"
          value={value}
          suggestions={suggestedTags.editor}
          highlighted={value.find((tag) => keyword !== '' && sameTag(tag, keyword)) ?? null}
          empty="No tags added yet"
          placeholder="Add a tag..."
          hint="Press Enter to add"
          error={
            formState.errors.tags?.message ?? formState.errors.tags?.find?.((one) => one)?.message
          }
          onChange={(tags) => {
            onChange(tags)
            setValue('primaryKeyword', keywordAfterTags(tags, keyword))
          }}
        />
      )}
    />
  )
}
