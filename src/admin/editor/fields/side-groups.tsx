import { ExternalLink, Link2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { createPortal } from 'react-dom'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { counted } from '#domain/count-words.ts'
import { wallClock } from '#domain/dates.ts'
import { hasField } from '#domain/item/item-fields.ts'
import { itemTypes } from '#domain/item/types.ts'
import type { SiteProfile } from '#domain/site/site-profile.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/field.tsx'
import { FieldGroup } from '../../../ui/field-group.tsx'
import { registerField } from '../../../ui/register-field.ts'
import { useProfile } from '../../../ui/site-profile.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { type DraftValues, valuesOf } from '../../documents/draft-values.ts'
import { type EditedItem, useDraftParts } from '../../editing/draft-context.ts'
import { type Publication, publicationOf } from '../../editing/publication.ts'
import { AskForReview } from '../../editing/review-notice.tsx'
import { ShareDialog } from '../../editing/share-dialog.tsx'
import { useRole } from '../../shell/auth.tsx'
import { useCommands } from '../../shell/commands.ts'
import {
  ExcerptField,
  IssueNumberField,
  MetaDescriptionField,
  SlugField,
} from './address-fields.tsx'

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
      <SlugField onMove={useRole() === 'writer' ? undefined : onMove} />
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

const nextWords = {
  draft: 'a draft',
  scheduled: 'scheduled',
  published: 'published',
} as const

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

/** The state of an item in one word. */
const publicationWords = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
} as const
const tones = {
  draft: 'warn',
  scheduled: 'info',
  published: 'ok',
} as const

/** Opens the dialog with links for people without an account. */
function ShareButton({ type, id }: { type: ContentType; id: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="ghost" icon={<Link2 />} onClick={() => setOpen(true)}>
        Share
      </Button>
      {/* Outside of the form, which Enter in a field of the dialog would save. */}
      {open &&
        createPortal(
          <ShareDialog item={{ type, id }} onClose={() => setOpen(false)} />,
          document.body,
        )}
    </>
  )
}

/** The publication date in the site's time zone, what is so on the site, and what will be so. */
function PublicationField() {
  const { draft } = useDraftParts()
  const form = useFormContext<DraftValues>()
  const [publishedAt, marked] = useWatch<DraftValues, ['publishedAt', 'draft']>({
    name: ['publishedAt', 'draft'],
  })
  const { timeZone, save } = draft
  const publication = publicationIn(draft, { publishedAt, draft: marked })
  const set = (date: string) => form.setValue('publishedAt', date, { shouldValidate: true })
  const publishNow = () => {
    form.setValue('draft', false)
    set(wallClock(serverNow(), timeZone))
    save?.()
  }
  const isWriter = useRole() === 'writer'
  const mayPublish = !isWriter && publication !== null && publication.kind !== 'published'
  useCommands(mayPublish ? [{ label: 'Publish now', run: publishNow }] : [])
  if (!draft.item || !publication) return null
  const { kind, next, text } = publication
  return (
    <div className="grid content-start gap-2">
      <DateTimeField
        {...registerField(form, 'publishedAt')}
        label="Publication Date"
        timeZone={timeZone}
        shown={publishedAt}
        disabled={isWriter}
        hint={
          <>
            <Badge tone={tones[kind]}>{publicationWords[kind]}</Badge> {!isWriter && text}
          </>
        }
      />
      <div className="flex flex-wrap gap-2">
        {mayPublish && (
          <Button size="sm" onClick={publishNow}>
            Publish now
          </Button>
        )}
        {isWriter && kind === 'draft' && (
          <AskForReview item={{ ...draft.item, type: draft.type }} />
        )}
        {!isWriter && kind !== 'draft' && next !== 'draft' && (
          <Button size="sm" onClick={() => set('')}>
            {kind === 'scheduled' ? 'Unschedule' : 'Unpublish'}
          </Button>
        )}
        <LinkButton
          size="sm"
          variant="ghost"
          href={draft.item.url}
          target="_blank"
          rel="noopener"
          icon={<ExternalLink />}
        >
          View page
        </LinkButton>
        {draft.item.status !== 'published' && <ShareButton type={draft.type} id={draft.item.id} />}
      </div>
      {draft.base.draft && !isWriter && (
        <SwitchField
          {...form.register('draft')}
          label="Draft"
          hint="The file marks this item as a draft, whatever its date."
        />
      )}
    </div>
  )
}

/**
 * The state of the edited item on the server, and what its form will make of it; null for an item
 * that is not there.
 */
function publicationIn(
  draft: EditedItem,
  { publishedAt, draft: marked }: Pick<DraftValues, 'publishedAt' | 'draft'>,
): Publication | null {
  const { base, timeZone, isQueued = false, gone = false } = draft
  const item = draft.newer ?? draft.item
  if (item === null || gone) return null
  const pending = isQueued ? 'when it is sent' : 'when you save'
  // A save leaves what others have changed meanwhile.
  const unchanged = publishedAt === base.publishedAt && marked === base.draft
  const values =
    draft.newer && unchanged
      ? valuesOf(draft.type, draft.newer, timeZone)
      : { publishedAt, draft: marked }
  return publicationOf(values, { item, now: serverNow(), timeZone, pending })
}
