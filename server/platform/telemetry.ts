import type { Outcome } from '#domain/recorded-action.ts'
import type { Log } from './log.ts'

/**
 * `merged`: with what others changed since the client read the file. `later`: others have to finish
 * or to answer first. `failed`: by a fault of the server.
 */
export const saveOutcomes = [
  'made',
  'merged',
  'unchanged',
  'conflict',
  'refused',
  'later',
  'failed',
] as const
export type SaveOutcome = (typeof saveOutcomes)[number]

/** `limited`: after too many attempts. */
export const signInOutcomes = ['accepted', 'registered', 'refused', 'limited'] as const
export type SignInOutcome = (typeof signInOutcomes)[number]

/**
 * An event for the log and the metrics. No event contains a name, an address, a token or a text of
 * a person; people appear by id. `request` is the `X-Request-Id` of the answer; `seconds` is a
 * duration.
 */
export type TelemetryEvent =
  | {
      event: 'save'
      request: string
      outcome: SaveOutcome
      commit: string | null
      files: number
      seconds: number
    }
  | {
      event: 'sign-in'
      request: string
      outcome: SignInOutcome
      user: number | null
    }
  /** An action on record. `network` is a keyed hash. */
  | {
      event: 'action'
      request: string
      action: string
      outcome: Outcome
      user: number | null
      whom: number | null
      object: number | null
      network: string
    }
  | ({
      event: 'mails'
      kind: 'issue' | 'confirmation' | 'test' | 'reset' | 'notice'
      /** The id of a mailed issue. */
      issue: number | null
    } & MailCounts)
  /** A round that ended with both sides equal. */
  | { event: 'sync'; outcome: 'done'; pulled: boolean; pushed: boolean; seconds: number }
  | { event: 'sync'; outcome: 'failed' | 'conflict'; seconds: number }
  /** `titles`: an answer before the index was ready. */
  | { event: 'search'; answer: 'whole' | 'titles'; seconds: number }

/**
 * Results of mails. `unsure`: the mail server may have accepted it. `deferred`: it will be sent
 * again.
 */
export interface MailCounts {
  sent: number
  refused: number
  unsure: number
  deferred: number
}

/** Reports an event. */
export type Telemetry = (event: TelemetryEvent) => void

/**
 * The outcome that the line of an event names; null for no line: searches, rounds without a change
 * and batches without a mail are too many, and failed rounds have their own lines. Of a batch of
 * mails, what most needs to be known when none was sent.
 */
function loggedOutcome(event: TelemetryEvent): string | null {
  switch (event.event) {
    case 'search':
      return null
    case 'sync':
      return event.outcome === 'done' && (event.pulled || event.pushed) ? event.outcome : null
    case 'mails':
      return (
        (['sent', 'refused', 'unsure', 'deferred'] as const).find(
          (outcome) => event[outcome] > 0,
        ) ?? null
      )
    default:
      return event.outcome
  }
}

/** Writes a line per event, and passes each event to `measure`; null without metrics. */
export function createTelemetry(log: Log, measure: Telemetry | null): Telemetry {
  return (event) => {
    measure?.(event)
    const outcome = loggedOutcome(event)
    if (outcome === null) return
    log.info(
      'seconds' in event ? { ...event, seconds: Number(event.seconds.toFixed(4)) } : event,
      `${event.event} ${outcome}`,
    )
  }
}

/** Seconds since a moment of `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000
