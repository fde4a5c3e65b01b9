import { Clock } from 'lucide-react'
import { useState } from 'react'
import { longDateTime, parseDate } from '#domain/dates.ts'
import type { Segment } from '#domain/segment.ts'
import type { SendingState } from '#domain/sending.ts'
import { Pill } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { useProfile } from '../../../ui/site-profile.tsx'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { segmentWords } from './mail-words.ts'
import { type Sending, useActions } from './use-sending.ts'

/** Chooses the time at which the issue is mailed. */
export function SendLater({
  segment,
  disabled,
  sending,
}: {
  segment: Segment
  disabled: boolean
  sending: Sending
}) {
  const { timeZone } = useSiteFacts()
  const [typed, setTyped] = useState('')
  const { problem, setProblem, run } = useActions(sending)

  function schedule() {
    const at = parseDate(typed, timeZone)
    if (!at) return setProblem('Please choose a date and a time.')
    void run({ action: 'schedule', at: at.toISOString(), segment })
  }

  return (
    <details className="text-small">
      <summary className="cursor-pointer font-semibold">Send at a time</summary>
      <div className="mt-3 grid gap-3">
        <DateTimeField
          label="Send at"
          timeZone={timeZone}
          shown={typed}
          hint="What is saved then goes out. You can call it off until then."
          value={typed}
          {...(problem !== null && { error: problem })}
          onChange={({ target }) => {
            setProblem(null)
            setTyped(target.value)
          }}
        />
        <Button
          icon={<Clock />}
          disabled={disabled}
          pending={sending.busy === 'schedule'}
          pendingText="Scheduling..."
          onClick={schedule}
        >
          Schedule the mail
        </Button>
      </div>
    </details>
  )
}

/**
 * The mail of an issue that is sent at a time, or was not sent at it, and the button to call it
 * off.
 */
export function ScheduledMail({
  state,
  sending,
}: {
  state: Extract<SendingState, { kind: 'scheduled' | 'held' }>
  sending: Sending
}) {
  const { timeZone } = useSiteFacts()
  const profile = useProfile()
  const { problem, run } = useActions(sending)
  const when = `${longDateTime(new Date(state.at), timeZone)} (${timeZone})`

  return (
    <>
      {state.kind === 'scheduled' ? (
        <div className="grid gap-2">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="font-semibold">Goes out on {when}</p>
            <Pill tone="info">Scheduled</Pill>
          </div>
          <p className="text-small text-muted">
            To {segmentWords(state.segment, profile)}. What is saved then goes out, also while
            nobody is signed in. When the server was away, it goes out as soon as it is back, up to
            a day late.
          </p>
        </div>
      ) : (
        <p className="notice" data-tone="warn" role="status">
          <span>
            <strong className="font-semibold">Not sent on {when}.</strong> {state.reason}
          </span>
        </p>
      )}
      <FormError>{problem}</FormError>
      <Button
        pending={sending.busy === 'unschedule'}
        pendingText="Calling off..."
        onClick={() => void run({ action: 'unschedule' })}
      >
        {state.kind === 'scheduled' ? 'Call it off' : 'Do not send it then'}
      </Button>
    </>
  )
}
