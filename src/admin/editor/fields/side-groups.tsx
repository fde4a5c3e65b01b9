import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { counted } from '#domain/count-words.ts'
import { hasField } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import { FieldGroup } from '../../../ui/field-group.tsx'
import type { DraftValues } from '../../documents/draft-values.ts'
import { useDraftParts } from '../../editing/draft-context.ts'
import type { Publication } from '../../editing/publication.ts'
import {
  ExcerptField,
  IssueNumberField,
  MetaDescriptionField,
  SlugField,
} from './address-fields.tsx'
import { PublicationField, publicationWords, usePublication } from './publication-field.tsx'

/** A group of fields of the item; it opens when one of them is invalid. */
export function ItemGroup({
  title,
  fields,
  state,
  children,
}: {
  title: string
  fields: ReadonlyArray<keyof DraftValues>
  /** What a closed group says. */
  state: ReactNode
  children: ReactNode
}) {
  const { errors } = useFormContext<DraftValues>().formState
  return (
    <FieldGroup title={title} state={state} problem={fields.some((field) => errors[field])}>
      {children}
    </FieldGroup>
  )
}

/** When and under which address the item is on the site. */
export function PublishingGroup({ onMove }: { onMove: () => void }) {
  const { draft } = useDraftParts()
  const { type } = draft
  return (
    <ItemGroup
      title="Publishing"
      fields={['publishedAt', 'slug', 'issueNumber']}
      state={<PublishingState />}
    >
      <PublicationField />
      {hasField(type, 'issueNumber') && <IssueNumberField />}
      <SlugField onMove={onMove} />
    </ItemGroup>
  )
}

function PublishingState() {
  const { draft } = useDraftParts()
  const { control } = useFormContext<DraftValues>()
  const [publishedAt, slug, number] = useWatch({
    control,
    name: ['publishedAt', 'slug', 'issueNumber'],
  })
  const publication = usePublication()
  const date = publishedAt.replace('T', ' ')
  const { addressedBy, folder } = itemTypes[draft.type]
  const words = [
    publication && stateWords(publication),
    publication && (publication.next ?? publication.kind) !== 'draft' && date,
    hasField(draft.type, 'issueNumber') && `#${number}`,
    addressedBy === 'slug' && (slug ? `/${folder}/${slug}` : 'no address'),
  ]
  return words.filter(Boolean).join(' · ')
}

/** 'Draft', or 'Draft, will be published' when the form will change it. */
function stateWords({ kind, next }: Publication): string {
  return next === null
    ? publicationWords[kind]
    : `${publicationWords[kind]}, will be ${nextWords[next]}`
}

const nextWords = { draft: 'a draft', scheduled: 'scheduled', published: 'published' } as const

/** The texts that stand for the item elsewhere. `children` come before them. */
export function SummaryGroup({ withMeta, children }: { withMeta: boolean; children?: ReactNode }) {
  const { draft } = useDraftParts()
  const fields = ['slug', 'excerpt', ...(withMeta ? (['metaDescription'] as const) : [])] as const
  return (
    <ItemGroup
      title={children ? 'Address and Summary' : 'Summary'}
      fields={children ? fields : fields.slice(1)}
      state={<SummaryState withMeta={withMeta} withSlug={children !== undefined} />}
    >
      {children}
      <ExcerptField />
      {withMeta && hasField(draft.type, 'metaDescription') && <MetaDescriptionField />}
    </ItemGroup>
  )
}

function SummaryState({ withMeta, withSlug }: { withMeta: boolean; withSlug: boolean }) {
  const { draft } = useDraftParts()
  const { control } = useFormContext<DraftValues>()
  const [excerpt, meta, slug] = useWatch({ control, name: ['excerpt', 'metaDescription', 'slug'] })
  const words = [
    withSlug && (slug ? `/${itemTypes[draft.type].folder}/${slug}` : 'No address'),
    excerpt.trim() ? counted(excerpt.trim().length, 'character', 'characters') : 'Nothing written',
    withMeta && hasField(draft.type, 'metaDescription') && `meta ${meta.trim().length}`,
  ]
  return words.filter(Boolean).join(' · ')
}
