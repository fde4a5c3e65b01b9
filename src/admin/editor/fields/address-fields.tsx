import { CornerUpRight } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { counted } from '#domain/count-words.ts'
import { itemTypes } from '#domain/item/types.ts'
import { Button } from '../../../ui/button.tsx'
import { LiteralField, NumberField, TextArea } from '../../../ui/field.tsx'
import { registerField } from '../../../ui/register-field.ts'
import type { DraftValues } from '../../documents/draft-values.ts'
import { fieldLabel } from '../../documents/field-words.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import { metaDescriptionMaximum } from '../../editing/draft-rules.ts'
import { countsAsPublished } from '../../editing/publication.ts'
import { wholeNumber } from '../../editing/whole-number.ts'

/** The slug; for a published article, only `onMove` changes it. */
export function SlugField({ onMove }: { onMove?: () => void }) {
  const { draft } = useDraftParts()
  const form = useFormContext<DraftValues>()
  const { type, item, base } = draft
  const published = item !== null && countsAsPublished(base)
  const { addressedBy, folder } = itemTypes[type]
  const isAddress = addressedBy === 'slug'
  const hint = published
    ? `URL slugs cannot be changed after publication to maintain SEO integrity${item.status === 'published' ? '' : '. This one has a date and counts as published; empty the date and save to change the address.'}`
    : isAddress
      ? 'Follows the title until you write another one.'
      : 'Names the file. The address on the site has the number of the item.'
  return (
    <div>
      <LiteralField
        {...registerField(form, 'slug')}
        label="URL Slug"
        prefix={isAddress ? `/${folder}/` : undefined}
        readOnly={published}
        autoComplete="off"
        hint={hint}
      />
      {published && type === 'articles' && onMove && (
        <Button size="sm" className="mt-2" icon={<CornerUpRight />} onClick={onMove}>
          Move URL
        </Button>
      )}
    </div>
  )
}

/** The number of an issue. */
export function IssueNumberField() {
  const form = useFormContext<DraftValues>()
  return (
    <NumberField
      {...registerField(form, 'issueNumber', { setValueAs: (text) => wholeNumber(String(text)) })}
      label="Issue Number"
      min={1}
    />
  )
}

/** The excerpt; of a newsletter, its description. */
export function ExcerptField() {
  const { draft } = useDraftParts()
  const form = useFormContext<DraftValues>()
  const length = useWatch({ control: form.control, name: 'excerpt' }).trim().length
  const isRequired = itemTypes[draft.type].teaser === 'excerpt'
  return (
    <TextArea
      {...registerField(form, 'excerpt')}
      label={fieldLabel(draft.type, 'excerpt')}
      required={isRequired}
      rows={3}
      counter={counted(length, 'character', 'characters')}
      hint={
        isRequired
          ? '100-150 characters recommended'
          : 'Stands under the title of the issue and in the list of issues.'
      }
    />
  )
}

/**
 * The meta description. `limited` enforces the limit of 160 characters; otherwise they are only
 * counted.
 */
export function MetaDescriptionField({ limited = true }: { limited?: boolean }) {
  const { draft } = useDraftParts()
  const form = useFormContext<DraftValues>()
  const length = useWatch({ control: form.control, name: 'metaDescription' }).trim().length
  // A longer one from a file can be read and shortened.
  const unlimited = !limited || draft.base.metaDescription.length > metaDescriptionMaximum
  return (
    <TextArea
      {...registerField(form, 'metaDescription')}
      label="Meta Description"
      rows={2}
      maxLength={unlimited ? undefined : metaDescriptionMaximum}
      counter={`${length}/${metaDescriptionMaximum}`}
      hint="Shown by search engines. Without one they get the first 155 characters of the excerpt."
    />
  )
}
