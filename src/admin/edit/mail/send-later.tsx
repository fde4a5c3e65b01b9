import { Clock } from 'lucide-react'
import { useState } from 'react'
import { parseDate } from '#domain/dates.ts'
import type { Segment } from '#domain/segment.ts'
import { Button } from '../../../ui/button.tsx'
import { DateTimeField } from '../../../ui/field.tsx'
import { useSiteFacts } from '../../shell/site-facts.ts'
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
