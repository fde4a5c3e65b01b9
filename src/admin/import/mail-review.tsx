import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { adminCall } from '../../api/admin-call.ts'
import { messageOf } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { NumberField, TextArea, TextField } from '../../ui/field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PreviewFrame } from '../editor/preview/preview-frame.tsx'
import { Moment } from '../shell/moment.tsx'
import type { DraftEdit } from './import-queue.ts'
import type { DraftImage, MailDraft } from './mail-draft.ts'
import { OriginalFrame } from './original-frame.tsx'
import type { DraftToSave } from './save-draft.ts'

interface MailReviewProps {
  draft: MailDraft
  saving: boolean
  /** The next free issue number; null while it is not known. Nothing can be saved then. */
  suggestedIssue: number | null
  onEdit: (edit: DraftEdit) => void
  onSave: (draft: DraftToSave) => void
  onRemove: () => void
}

/** Review of a mail before it is saved: title and number, and the text beside the original. */
export function MailReview({
  draft,
  saving,
  suggestedIssue,
  onEdit,
  onSave,
  onRemove,
}: MailReviewProps) {
  const { title, description } = draft
  // The typed text, which may not be a number yet.
  const [typed, setTyped] = useState<string | null>(null)
  const issue = typed ?? String(draft.issueNumber ?? suggestedIssue ?? '')
  const [error, setError] = useState<string>()

  function save() {
    if (title.trim() === '') return setError('Title is required')
    setError(undefined)
    onSave({
      ...draft,
      title: title.trim(),
      description: description.trim(),
      issueNumber: issueIn(issue) ?? 1,
    })
  }

  return (
    <Card
      title="Check and save"
      actions={
        <>
          <Button size="sm" variant="ghost" disabled={saving} onClick={onRemove}>
            Remove
          </Button>
          <Button
            size="sm"
            variant="primary"
            disabled={suggestedIssue === null}
            pending={saving}
            pendingText="Saving..."
            onClick={save}
          >
            Save as Draft
          </Button>
        </>
      }
    >
      <div className="grid gap-3.5 sm:grid-cols-[minmax(0,1fr)_8rem] sm:[&>:nth-child(3)]:col-span-full">
        <TextField
          label="Title"
          value={title}
          error={error}
          onChange={({ target }) => onEdit({ title: target.value })}
        />
        <NumberField
          label="Issue Number"
          min={1}
          value={issue}
          onChange={({ target }) => {
            setTyped(target.value)
            onEdit({ issueNumber: issueIn(target.value) })
          }}
        />
        <TextArea
          label="Description"
          rows={2}
          value={description}
          onChange={({ target }) => onEdit({ description: target.value })}
        />
      </div>
      <p className="my-3 text-tiny text-muted">
        {draft.from && <>From {draft.from}. </>}
        {draft.date && (
          <>
            Sent <Moment instant={draft.date} />; the draft keeps this date.{' '}
          </>
        )}
        {summaryOf(draft)}
      </p>
      <div className="grid gap-4 [&_h3]:mb-1.5 [&_h3]:text-14 [&_h3]:font-semibold min-[56rem]:grid-cols-2 [&_.preview-frame]:w-full [&_.preview-frame]:h-136 [&_.preview-frame]:border [&_.preview-frame]:border-line [&_.preview-frame]:rounded-card">
        <section aria-label="As a newsletter">
          <h3>As a newsletter</h3>
          <NewsletterPreview draft={draft} />
        </section>
        <section aria-label="The original">
          <h3>The original</h3>
          <OriginalFrame
            title="The original mail"
            original={draft.original}
            images={draft.images}
          />
        </section>
      </div>
    </Card>
  )
}

/** Parses an issue number; null for none. */
function issueIn(text: string): number | null {
  const number = Number.parseInt(text, 10)
  return number > 0 ? number : null
}

/**
 * Summary such as '2 pictures go into media. Left out: 1 tracking pixel, 1 footer about the
 * subscription.'
 */
function summaryOf({ images, dropped }: MailDraft): string {
  const count = (number: number, one: string, more: string) =>
    number === 0 ? [] : [`${number} ${number === 1 ? one : more}`]
  const pictures =
    images.length === 0 ? '' : `${count(images.length, 'picture goes', 'pictures go')} into media. `
  const left = [
    ...count(dropped.trackers, 'tracking pixel', 'tracking pixels'),
    ...count(dropped.footers, 'part about the subscription', 'parts about the subscription'),
  ]
  return `${pictures}${left.length > 0 ? `Left out: ${left.join(', ')}.` : ''}`
}

/** Pictures on other servers, which would learn from a request that the mail is read. */
const foreignPicture = /(<img\b[^<>]*?)\ssrc="(?=https?:)/i

/** The text rendered as on the public page, with pictures from the mail. */
function NewsletterPreview({ draft }: { draft: MailDraft }) {
  const preview = useQuery({
    queryKey: ['/api/preview', 'import', draft.messageId],
    queryFn: () =>
      adminCall('POST /api/preview', {
        body: { type: 'newsletters', contentFormat: 'markdown', content: draft.markdown },
      }),
  })
  const pictures = usePictures(draft.images)
  const [foreign, setForeign] = useState(false)
  const hasForeign = foreignPicture.test(preview.data?.html ?? '')
  const html = useMemo(() => {
    const shown = withPictures(preview.data?.html ?? '', pictures)
    return foreign ? shown : shown.replace(new RegExp(foreignPicture, 'gi'), '$1 data-elsewhere="')
  }, [preview.data, pictures, foreign])
  if (preview.isPending) return <Spinner label="Making the preview..." />
  if (preview.isError)
    return (
      <ErrorPanel
        title="The preview could not be made"
        message={messageOf(preview.error)}
        retry={() => preview.refetch()}
      />
    )
  return (
    <>
      <PreviewFrame title="The newsletter" onEscape={() => undefined}>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server, as on the public page */}
        <div className="prose p-4" dangerouslySetInnerHTML={{ __html: html }} />
      </PreviewFrame>
      {hasForeign && !foreign && (
        <p className="mt-2 flex flex-wrap items-center gap-2 text-tiny text-muted">
          Pictures of other sites are not loaded.
          <Button size="sm" onClick={() => setForeign(true)}>
            Load them
          </Button>
        </p>
      )}
    </>
  )
}

/** Object URLs of the pictures, by placeholder. */
function usePictures(images: ReadonlyArray<DraftImage>): ReadonlyMap<string, string> {
  const [pictures, setPictures] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const made = new Map(
      images.map(({ placeholder, bytes, type }) => [
        placeholder,
        URL.createObjectURL(new Blob([bytes], { type })),
      ]),
    )
    setPictures(made)
    return () => {
      for (const address of made.values()) URL.revokeObjectURL(address)
    }
  }, [images])
  return pictures
}

function withPictures(html: string, pictures: ReadonlyMap<string, string>): string {
  return html.replace(
    /\/newsletter-import\/picture-\d+/g,
    (placeholder) => pictures.get(placeholder) ?? placeholder,
  )
}
