import type { SubscriberSummary } from '#domain/subscriber-list.ts'
import { Moment } from '../shell/moment.tsx'

/** What does not work just now between the list, the newsletter service and the mail server; nothing when all is well. */
export function ServiceNotice({ summary: { service, mail } }: { summary: SubscriberSummary }) {
  const refused = service?.refused ?? 0
  return (
    <>
      {service?.problem && (
        <Trouble
          problem={service.problem}
          left={
            service.waiting === 0
              ? ''
              : `${people(service.waiting)} ${service.waiting === 1 ? 'waits' : 'wait'} to be passed on. Nobody is lost: they are on the list here.`
          }
        />
      )}
      {service && !service.problem && refused > 0 && (
        <p className="notice mb-4" data-tone="warn" role="status">
          <span>
            {service.name} does not take {people(refused)}. They are on the list here, and it is tried again; “Not
            synced” shows who they are.
          </span>
        </p>
      )}
      {mail?.problem && (
        <Trouble
          problem={mail.problem}
          left={`${mail.waiting === 1 ? '1 request' : `${mail.waiting.toLocaleString('en-US')} requests`} for confirmation wait to be sent.`}
        />
      )}
    </>
  )
}

function Trouble({ problem, left }: { problem: { message: string; since: string; nextTry: string }; left: string }) {
  return (
    <p className="notice mb-4" data-tone="warn" role="status">
      <span>
        <strong>{problem.message}</strong> Since <Moment instant={problem.since} />; the next try is at{' '}
        <Moment instant={problem.nextTry} />. {left}
      </span>
    </p>
  )
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}
