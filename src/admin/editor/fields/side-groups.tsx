import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { counted } from '#domain/count-words.ts'
import { hasField } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { SiteProfile } from '#domain/site/site-profile.ts'
import { FieldGroup } from '../../../ui/field-group.tsx'
import { useProfile } from '../../../ui/site-profile.tsx'
import type { DraftValues } from '../../documents/draft-values.ts'
import { type EditedItem, useDraftParts } from '../../editing/draft-context.ts'
import {
  ExcerptField,
  IssueNumberField,
  MetaDescriptionField,
  SlugField,
} from './address-fields.tsx'
import { PublicationField, publicationIn, publicationWords } from './publication-field.tsx'

/** What the words of a closed group are made of. */
interface Shown {
  values: DraftValues
  draft: EditedItem
  profile: SiteProfile
}

/** The words of a closed group; those that are no text are left out. */
export type GroupWords = (shown: Shown) => ReadonlyArray<string | false | null>

/** A group of fields of the item; it opens when one of them is invalid. */
export function ItemGroup({
  title,
  fields,
  words,
  children,
}: {
  title: string
  fields: ReadonlyArray<keyof DraftValues>
  words: GroupWords
  children: ReactNode
}) {
  const { errors } = useFormContext<DraftValues>().formState
  return (
    <FieldGroup
      title={title}
      state={<GroupState words={words} />}
      problem={fields.some((field) => errors[field])}
    >
      {children}
    </FieldGroup>
  )
}

function GroupState({ words }: { words: GroupWords }) {
  const { draft } = useDraftParts()
  const values = useWatch({ control: useFormContext<DraftValues>().control }) as DraftValues
  return words({ values, draft, profile: useProfile() }).filter(Boolean).join(' · ')
}

/** When and under which address the item is on the site. */
export function PublishingGroup({ onMove }: { onMove: () => void }) {
  const { draft } = useDraftParts()
  return (
    <ItemGroup
      title="Publishing"
      fields={['publishedAt', 'slug', 'issueNumber']}
      words={publishingWords}
    >
      <PublicationField />
      {hasField(draft.type, 'issueNumber') && <IssueNumberField />}
      <SlugField onMove={onMove} />
    </ItemGroup>
  )
}

const publishingWords: GroupWords = ({ values, draft }) => {
  const { publishedAt, slug, issueNumber } = values
  const publication = publicationIn(draft, values)
  const { addressedBy, folder } = itemTypes[draft.type]
  const next = publication?.next ?? null
  return [
    publication &&
      publicationWords[publication.kind] + (next ? `, will be ${nextWords[next]}` : ''),
    publication && (next ?? publication.kind) !== 'draft' && publishedAt.replace('T', ' '),
    hasField(draft.type, 'issueNumber') && `#${issueNumber}`,
    addressedBy === 'slug' && (slug ? `/${folder}/${slug}` : 'no address'),
  ]
}

const nextWords = { draft: 'a draft', scheduled: 'scheduled', published: 'published' } as const

/** The texts that stand for the item elsewhere. `children` come before them. */
export function SummaryGroup({ withMeta, children }: { withMeta: boolean; children?: ReactNode }) {
  const { draft } = useDraftParts()
  const hasMeta = withMeta && hasField(draft.type, 'metaDescription')
  const fields: Array<keyof DraftValues> = ['excerpt']
  if (children) fields.push('slug')
  if (withMeta) fields.push('metaDescription')
  const words: GroupWords = ({ values: { excerpt, metaDescription, slug } }) => [
    children !== undefined && (slug ? `/${itemTypes[draft.type].folder}/${slug}` : 'No address'),
    excerpt.trim() ? counted(excerpt.trim().length, 'character', 'characters') : 'Nothing written',
    hasMeta && `meta ${metaDescription.trim().length}`,
  ]
  return (
    <ItemGroup title={children ? 'Address and Summary' : 'Summary'} fields={fields} words={words}>
      {children}
      <ExcerptField />
      {hasMeta && <MetaDescriptionField />}
    </ItemGroup>
  )
}
