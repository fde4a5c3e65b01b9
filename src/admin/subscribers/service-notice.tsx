import { counted } from '#domain/count-words.ts'
import type { SubscriberSummary } from '#domain/subscriber-list.ts'
import { Moment } from '../shell/moment.tsx'

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
