import { useId, useState } from 'react'
import { counted } from '#domain/count-words.ts'
import { departureDays } from '#domain/departure.ts'
import type { DepartureView, SubscriberSummary } from '#domain/subscriber-list.ts'
import { adminCall } from '../../api/admin-call.ts'
import { throwMessage } from '../../api/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/show-toast.ts'
import { Moment } from '../shell/moment.tsx'

/**
 * Erased people whom the newsletter service still has to remove; renders nothing when there are
 * none.
 */
export function Departures({
  departures,
  onEnded,
}: {
  departures: Array<DepartureView>
  onEnded: () => unknown
}) {
  const heading = useId()
  const [asked, setAsked] = useState<DepartureView | null>(null)
  if (departures.length === 0) return null

  async function end({ id }: DepartureView) {
    await adminCall('DELETE /api/subscribers/departures/{id}', { params: { id } }).catch(
      throwMessage,
    )
    setAsked(null)
    void showToast({
      title: 'Taken off this list',
      description: 'No data of this person is stored any more.',
    })
    await onEnded()
  }

  return (
    <section className="notice notice-stacked mb-4" data-tone="warn" aria-labelledby={heading}>
      <h2 id={heading} className="font-bold">
        Deleted here, not yet at the newsletter service
      </h2>
      <p>
        An address is stored here only until the service has removed it, for {departureDays} days at
        most, and is deleted afterwards.
      </p>
      <ul className="grid">
        {departures.map((departure) => (
          <li
            key={departure.id}
            className="flex flex-wrap items-center justify-between gap-y-2 gap-x-4 py-2 border-t
              border-t-[color-mix(in_srgb,var(--tone)_35%,transparent)]"
          >
            <div className="flex-[1_1_18rem] min-w-0">
              <strong className="break-all">{departure.email ?? 'Address forgotten'}</strong>
              <p className="text-small">
                Deleted on <Moment instant={departure.at} />. <Outlook departure={departure} />
              </p>
            </div>
            <Button size="sm" onClick={() => setAsked(departure)}>
              I removed them there
            </Button>
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title="Removed at the service?"
          text={`Only say so when ${asked.email ?? 'this person'} is no longer on the list of ${asked.service}: it is not tried again, and nothing here will remind you of them.`}
          confirmLabel="Yes, removed there"
          pendingLabel="Saving..."
          onConfirm={() => end(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}

/** What happens next automatically, or what the administrator has to do. */
function Outlook({ departure: { email, service, until, tried } }: { departure: DepartureView }) {
  if (email === null)
    return (
      <>
        {service} could not be reached for {departureDays} days: please compare its list with this
        one, and remove there everybody who is not in this list.
      </>
    )
  return tried ? (
    <>
      {service} is asked to remove them until it answers, at most until <Moment instant={until} />.
    </>
  ) : (
    <>The site does not use {service} at this address any more: please remove them there by hand.</>
  )
}

/** Problems of the newsletter service and the mail server; renders nothing when there are none. */
export function ServiceNotice({ summary: { service, mail } }: { summary: SubscriberSummary }) {
  const refused = service?.refused ?? 0
  return (
    <>
      {service?.problem && (
        <ServiceProblem
          problem={service.problem}
          left={
            service.waiting === 0
              ? ''
              : `${counted(service.waiting, 'person waits', 'people wait')} to be sent to the service. Nobody is lost: they are on the list here.`
          }
        />
      )}
      {service && !service.problem && refused > 0 && (
        <p className="notice mb-4" data-tone="warn" role="status">
          <span>
            {service.name} does not take {counted(refused, 'person', 'people')}. They are on the
            list here, and it is tried again; “Not synced” shows who they are.
          </span>
        </p>
      )}
      {mail?.problem && (
        <ServiceProblem
          problem={mail.problem}
          left={`${counted(mail.waiting, 'request', 'requests')} for confirmation wait to be sent.`}
        />
      )}
    </>
  )
}

function ServiceProblem({
  problem,
  left,
}: {
  problem: { message: string; since: string; nextTry: string }
  left: string
}) {
  return (
    <p className="notice mb-4" data-tone="warn" role="status">
      <span>
        <strong>{problem.message}</strong> Since <Moment instant={problem.since} />; the next try is
        at <Moment instant={problem.nextTry} />. {left}
      </span>
    </p>
  )
}
