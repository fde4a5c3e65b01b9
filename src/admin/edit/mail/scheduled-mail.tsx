import { longDateTime } from '#domain/dates.ts'
import type { SendingState } from '#domain/sending.ts'
import { Pill } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form-error.tsx'
import { useProfile } from '../../../ui/site-profile.tsx'
import { useSiteFacts } from '../../shell/site-facts.ts'
import { segmentWords } from './mail-words.ts'
import { type Sending, useActions } from './use-sending.ts'

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
