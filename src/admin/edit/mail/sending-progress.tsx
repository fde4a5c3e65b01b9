import { Pause, Play, RotateCcw } from 'lucide-react'
import { useId } from 'react'
import { longDateTime } from '#domain/dates.ts'
import type { StartedSending } from '#domain/sending.ts'
import { Pill, type Tone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { useProfile } from '../../../ui/site-profile.tsx'
import type { Draft } from '../../editing/use-draft.ts'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { progressLine, restLines, segmentWords, subscribersOf } from './mail-words.ts'
import { type Sending, useActions, useSending } from './use-sending.ts'

const words: Readonly<Record<StartedSending['kind'], { word: string; tone: Tone }>> = {
  sending: { word: 'Sending', tone: 'info' },
  waiting: { word: 'Waiting', tone: 'warn' },
  paused: { word: 'Paused', tone: 'warn' },
  sent: { word: 'Sent', tone: 'ok' },
}

/** Progress of a sending, its failed recipients, and buttons to pause, resume and retry. */
export function SendingProgress({
  state,
  sending,
  blockers,
}: {
  state: StartedSending
  sending: Sending
  blockers: ReadonlyArray<string>
}) {
  const { timeZone } = useSiteFacts()
  const profile = useProfile()
  const { problem, run } = useActions(sending)
  const id = useId()
  const { word, tone } = words[state.kind]
  const through = state.total - state.left
  const goingOn = state.kind === 'sending' || state.kind === 'waiting'

  return (
    <>
      <div className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p id={id} className="font-semibold tabular-nums">
            {progressLine(state)}
          </p>
          <Pill tone={tone}>{word}</Pill>
        </div>
        <progress
          className="progress-bar h-2 [&::-webkit-progress-value]:duration-400"
          aria-labelledby={id}
          value={through}
          max={Math.max(1, state.total)}
        />
        <ul className="text-small text-muted tabular-nums">
          {restLines(state).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="text-small text-muted">
          To {segmentWords(state.segment, profile)}.{' '}
          {state.kind === 'sent'
            ? `Finished ${longDateTime(new Date(state.finishedAt), timeZone)} (${timeZone}).`
            : `Begun ${longDateTime(new Date(state.startedAt), timeZone)} (${timeZone}).`}
        </p>
      </div>
      {state.kind === 'sent' && <FiguresHelp />}
      {(state.kind === 'waiting' || state.kind === 'paused') && state.reason !== null && (
        <p className="notice" data-tone="warn">
          {state.reason}
          {state.kind === 'waiting' && ' It is tried again by itself.'}
        </p>
      )}
      <FormError>{problem}</FormError>
      {goingOn && (
        <Button
          icon={<Pause />}
          pending={sending.busy === 'pause'}
          pendingText="Pausing..."
          onClick={() => void run({ action: 'pause' })}
        >
          Pause
        </Button>
      )}
      {state.kind === 'paused' && (
        <Button
          variant="primary"
          icon={<Play />}
          pending={sending.busy === 'resume'}
          pendingText="Resuming..."
          onClick={() => void run({ action: 'resume' })}
        >
          Resume
        </Button>
      )}
      {state.kind === 'paused' && blockers.length > 0 && (
        <ul className="mail-blockers">
          {blockers.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      {state.troubled.length > 0 && <RefusedOrUnsure state={state} />}
      {state.refused > 0 && !goingOn && (
        <Button
          icon={<RotateCcw />}
          pending={sending.busy === 'retry'}
          pendingText="Trying again..."
          onClick={() => void run({ action: 'retry' })}
        >
          Try the refused again
        </Button>
      )}
    </>
  )
}

/** What the figures are made of. */
function FiguresHelp() {
  return (
    <details className="text-small text-muted">
      <summary className="cursor-pointer">What is counted</summary>
      <p className="mt-2">
        “Sent” is what the mail server took. “Bounced” is what it refused for good while it was
        asked. A bounce that comes back later goes to the mailbox of MAIL_FROM, which this site does
        not read: remove such addresses on the Subscribers page. Nothing in the mails tracks who
        opens them or follows a link.
      </p>
    </details>
  )
}

function RefusedOrUnsure({ state: { troubled, refused, unsure } }: { state: StartedSending }) {
  const more = refused + unsure - troubled.length
  return (
    <details
      className="text-14/[1.4] [&_ul]:grid [&_ul]:gap-2 [&_ul]:mt-2 [&_ul]:wrap-anywhere
        [&_li]:grid"
    >
      <summary className="cursor-pointer font-semibold">Who may not have it</summary>
      <ul>
        {troubled.map(({ email, kind, reason }, index) => (
          // A deleted recipient has no address, so the index is the key.
          <li key={email ?? index}>
            <span className="break-words font-semibold">{email ?? 'Somebody who was deleted'}</span>
            <span className="text-muted">
              {kind === 'unsure' ? 'Unsure. ' : ''}
              {reason}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className="text-muted">And {more} more.</p>}
    </details>
  )
}

/** Notice above the editor that the mail was sent: later changes do not reach inboxes. */
export function SentNotice({ draft }: { draft: Draft }) {
  const state = useSending(draft.id, draft.item.revision).answer?.state
  if (!state || !('startedAt' in state)) return null
  return (
    <p className="notice mb-5" data-tone="info">
      <span>
        <strong className="font-semibold">The mail of this issue is out</strong>
        {state.kind === 'sent'
          ? `, to ${subscribersOf(state.sent)}. `
          : `: ${progressLine(state)}. `}
        {state.changedSince
          ? 'The issue was changed since: the change shows on the site, not in the mail.'
          : 'Changes that you make now show on the site, not in the mail.'}
      </span>
    </p>
  )
}
