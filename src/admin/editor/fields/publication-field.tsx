import { ExternalLink, Link2 } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useFormContext, useWatch } from 'react-hook-form'
import type { ContentType } from '#domain/content.ts'
import { wallClock } from '#domain/dates.ts'
import { serverNow } from '../../../api/server-clock.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/field.tsx'
import { registerField } from '../../../ui/register-field.ts'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { type DraftValues, valuesOf } from '../../documents/draft-values.ts'
import { type EditedItem, useDraftParts } from '../../editing/draft-context.ts'
import { type Publication, publicationOf } from '../../editing/publication.ts'
import { ShareDialog } from '../../editing/share-dialog.tsx'
import { useCommands } from '../../shell/commands.ts'

/** The state of an item in one word. */
export const publicationWords = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  published: 'Published',
} as const
const tones = { draft: 'warn', scheduled: 'info', published: 'ok' } as const

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
export function PublicationField() {
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
  const mayPublish = publication !== null && publication.kind !== 'published'
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
        hint={
          <>
            <Badge tone={tones[kind]}>{publicationWords[kind]}</Badge> {text}
          </>
        }
      />
      <div className="flex flex-wrap gap-2">
        {mayPublish && (
          <Button size="sm" onClick={publishNow}>
            Publish now
          </Button>
        )}
        {kind !== 'draft' && next !== 'draft' && (
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
      {draft.base.draft && (
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
export function publicationIn(
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
