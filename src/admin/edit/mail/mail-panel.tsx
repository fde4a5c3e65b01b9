import { useQuery } from '@tanstack/react-query'
import { Eye, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { isEmail } from '#domain/email.ts'
import { everybody, isEverybody, type Segment } from '#domain/segment.ts'
import type { SendingAnswer, SendingRequest } from '#domain/sending.ts'
import { adminCall } from '../../../api/admin-call.ts'
import { reasonOf } from '../../../api/refusal.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { useProfile } from '../../../ui/site-profile.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Draft } from '../../editing/use-draft.ts'
import { MailPreviewDialog, type TypedIssue } from './mail-preview-dialog.tsx'
import { segmentWords, subscribersOf } from './mail-words.ts'
import { SegmentField } from './segment-field.tsx'
import { ScheduledMail, SendLater } from './send-later.tsx'
import { SendingProgress } from './sending-progress.tsx'
import { type Sending, useActions, useSending } from './use-sending.ts'

/** Card in the side column of an issue: preview, test and sending of its mail. */
export function MailPanel({ draft, flush }: { draft: Draft; flush: () => void }) {
  const sending = useSending(draft.id, draft.item.revision)
  const { answer, error, look } = sending
  const [preview, setPreview] = useState<TypedIssue | null>(null)
  const button = (
    <Button
      icon={<Eye />}
      onClick={() => {
        flush()
        setPreview(typedIssue(draft))
      }}
    >
      Preview as mail
    </Button>
  )
  return (
    <Card title="Mail">
      <div className="grid gap-4">
        {answer ? (
          <Known answer={answer} draft={draft} sending={sending} preview={button} />
        ) : error ? (
          <>
            <p className="text-small text-muted">
              {reasonOf(error) ?? 'Mail needs the server, which could not be reached just now.'}
            </p>
            <Button onClick={() => look()}>Look again</Button>
          </>
        ) : (
          <Spinner label="Loading..." />
        )}
        {!answer && button}
      </div>
      {preview && (
        <MailPreviewDialog issue={draft.id} typed={preview} onClose={() => setPreview(null)} />
      )}
    </Card>
  )
}

function typedIssue({ form }: Draft): TypedIssue {
  const { title, issueNumber, excerpt, imageUrl, imageAlt, content, articles } = form.getValues()
  return { title, issueNumber, description: excerpt, imageUrl, imageAlt, content, articles }
}

interface PanelParts {
  answer: SendingAnswer
  draft: Draft
  sending: Sending
  /** The preview button. */
  preview: ReactNode
}

function Known(parts: PanelParts) {
  const { state, blockers } = parts.answer
  if (state.kind === 'unsent') return <Unsent {...parts} />
  if (state.kind === 'held')
    return (
      <>
        <ScheduledMail state={state} sending={parts.sending} />
        <Unsent {...parts} first={state.segment} />
      </>
    )
  if (state.kind === 'scheduled')
    return (
      <>
        <ScheduledMail state={state} sending={parts.sending} />
        {parts.preview}
      </>
    )
  return (
    <>
      {state.kind === 'unreadable' ? (
        <p className="form-error">{state.reason}</p>
      ) : (
        <SendingProgress state={state} sending={parts.sending} blockers={blockers} />
      )}
      {parts.preview}
    </>
  )
}

function Unsent({
  answer,
  draft,
  sending,
  preview,
  first = everybody,
}: PanelParts & { first?: Segment }) {
  const profile = useProfile()
  const { from, testTo, blockers, testBlockers, warnings } = answer
  const [segment, setSegment] = useState(first)
  const audience = useQuery({
    queryKey: ['/api/newsletters', draft.id, 'audience', segment],
    queryFn: () =>
      adminCall('POST /api/newsletters/{id}/audience', { params: { id: draft.id }, body: segment }),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  const subscribers = isEverybody(segment) ? answer.subscribers : (audience.data?.count ?? 0)
  const [asking, setAsking] = useState(false)
  const number = useWatch({ control: draft.form.control, name: 'issueNumber' })
  const unsaved = draft.dirty || draft.saving
  const reasons = [...new Set([...blockers, ...testBlockers])]

  async function start() {
    const request: SendingRequest = { action: 'start', revision: draft.item.revision, segment }
    await sending.act(request)
    setAsking(false)
  }

  return (
    <>
      {from !== null && (
        <p className="text-small text-soft">
          The saved issue goes to {subscribersOf(subscribers)}, each once, from{' '}
          <span className="break-words text-ink">{from}</span>.
        </p>
      )}
      <SegmentField
        segment={segment}
        sources={audience.data?.sources ?? []}
        onChange={setSegment}
      />
      {reasons.length > 0 && (
        <ul className="mail-blockers">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="notice" data-tone="warn">
          {warning}
        </p>
      ))}
      {unsaved && (
        <p className="text-small text-muted">Save your changes first: what is saved goes out.</p>
      )}
      {preview}
      <TestMail own={testTo} disabled={testBlockers.length > 0 || unsaved} sending={sending} />
      <Button
        variant="publish"
        icon={<Send />}
        disabled={blockers.length > 0 || unsaved || subscribers === 0}
        onClick={() => setAsking(true)}
      >
        Send to {subscribersOf(subscribers)}
      </Button>
      <SendLater segment={segment} disabled={unsaved} sending={sending} />
      {asking && (
        <ConfirmDialog
          title={`Send issue #${number}?`}
          text={
            <div className="grid gap-3">
              <p>
                “<bdi>{draft.item.title}</bdi>” goes by mail to{' '}
                <strong>{subscribersOf(subscribers)}</strong>
                {!isEverybody(segment) && ` (${segmentWords(segment, profile)})`}, from {from}.
              </p>
              <p>
                A mail can’t be taken back, and an issue is sent once. Later changes show on the
                site alone.
              </p>
            </div>
          }
          confirmLabel="Send now"
          pendingLabel="Beginning..."
          onConfirm={start}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** Sends the saved issue as a test to any address; the account's own stands there at first. */
function TestMail({
  own,
  disabled,
  sending,
}: {
  own: string | null
  disabled: boolean
  sending: Sending
}) {
  const [typed, setTyped] = useState(own ?? '')
  const [fault, setFault] = useState<string | null>(null)
  const { problem, setProblem, run } = useActions(sending)

  async function send() {
    const to = typed.trim()
    setProblem(null)
    if (!isEmail(to)) return setFault('Please enter a valid email address.')
    if (await run({ action: 'test', to }))
      void showToast({ title: 'Test sent', description: `Look for it in the inbox of ${to}.` })
  }

  return (
    <>
      <TextField
        label="Address for the test"
        type="email"
        autoComplete="email"
        maxLength={254}
        {...(own === null && { hint: 'Your account has no address; add one on the Account page.' })}
        value={typed}
        {...(fault !== null && { error: fault })}
        onChange={({ target }) => {
          setFault(null)
          setTyped(target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (!disabled) void send()
        }}
      />
      <FormError>{problem}</FormError>
      <Button
        disabled={disabled}
        pending={sending.busy === 'test'}
        pendingText="Sending the test..."
        onClick={() => void send()}
      >
        {typed.trim() === own ? 'Send a test to me' : 'Send a test'}
      </Button>
    </>
  )
}
