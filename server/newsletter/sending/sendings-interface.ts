import type { Segment } from '#domain/segment.ts'
import type { SendingState } from '#domain/sending.ts'
import { RefusedError } from '../../platform/errors.ts'
import type { IssueMail } from '../issue/issue-mail.ts'
import type { Recipient } from './one-sending.ts'
import type { Unfinished } from './sending-summary.ts'

/** Access to the subscribers, implemented by the people feature. */
export interface Recipients {
  /** The active subscribers of a segment. */
  active(segment: Segment): AsyncIterable<Recipient>
  /** One subscriber; null when not active any more. */
  one(id: number): Promise<Recipient | null>
  /** Address of a subscriber in any state; null when unknown. */
  emailOf(id: number): Promise<string | null>
  /** How many unsubscribed by the link of an issue's mail. */
  leftBy(issue: number): Promise<number>
}

/** The sending does not allow this operation now. The message is for the administrator. */
export class SendingRefused extends RefusedError {
  override name = 'SendingRefused'
  readonly kind = 'conflict'
}

export interface Sendings {
  /** Resumes sendings that a restart interrupted. */
  open(): Promise<void>
  /** Progress of the mail of an issue; `revision` is the current one of the issue. */
  state(issue: number, revision: string): Promise<SendingState>
  /**
   * Starts a sending; resolves when the start is on the disk. Throws SendingRefused when the mail
   * of the issue was started before, and CalledOff when it starts because of a schedule (its name)
   * that is not there any more.
   */
  start(
    issue: number,
    mail: IssueMail & { revision: string },
    to: { segment: Segment; schedule?: string },
  ): Promise<void>
  /** Sends the mail at a time, in place of an earlier schedule. */
  schedule(issue: number, at: Date, segment: Segment): Promise<void>
  /** Whether the mail of an issue was started. */
  isBegun(issue: number): Promise<boolean>
  /** Calls a schedule off. Throws SendingRefused when there is none any more. */
  unschedule(issue: number): Promise<void>
  pause(issue: number): Promise<void>
  resume(issue: number): Promise<void>
  retry(issue: number): Promise<void>
  /** The number of unsent mails of running sendings. */
  waiting(): Promise<number>
  /** What is still to be mailed. */
  unfinished(): Promise<Unfinished>
  /** For shutdown: stops after the current batches. The next start of the server resumes them. */
  stop(): Promise<void>
}
