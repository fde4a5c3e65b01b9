import { everybody } from '#domain/segment.ts'
import type { SendingState } from '#domain/sending.ts'
import { RefusedError } from '../../platform/errors.ts'
import type { OneSending, SendingsParts } from './one-sending.ts'
import type { Wait } from './pauses.ts'
import type { SendingSummary } from './sending-progress.ts'
import type { ScheduledSending } from './sending-records.ts'
import type { SendingStore } from './sending-store.ts'

/** Progress of the mail of an issue; `revision` is the current one of the issue. */
export async function stateOf(
  parts: SendingsParts,
  issue: number,
  revision: string,
  one: OneSending | undefined,
): Promise<SendingState> {
  const { store, failed } = parts
  try {
    const progress = await store.progress(issue)
    if (!progress) return shownSchedule(await store.schedules.get({ issue }))
    const halted = progress.phase.kind === 'running' && one?.halted()
    const phase = halted
      ? ({
          kind: 'paused',
          reason: halted,
        } as const)
      : progress.phase
    const shown = {
      ...progress,
      phase,
    }
    return await shownSending(issue, shown, revision, one?.waiting() ?? null, parts)
  } catch (error) {
    // The store is not damaged, only unavailable now.
    if (error instanceof RefusedError) throw error
    failed(error, issue)
    return {
      kind: 'unreadable',
      reason: unreadable,
    }
  }
}

const notSetUp = 'Mail is not set up.'
const unreadable =
  'The record of who got this mail can’t be read; the server’s log names the file. Restore it from a backup: without it, nothing is sent.'

/**
 * Converts a summary to the answer for the client. `revision` is the current one of the issue;
 * without `send` mail is not configured.
 */
async function shownSending(
  issue: number,
  summary: SendingSummary,
  revision: string,
  wait: Wait | null,
  { recipients, send }: Pick<SendingsParts, 'recipients' | 'send'>,
): Promise<SendingState> {
  const { revision: then, phase, troubled, segment = everybody, ...counts } = summary
  const emails = await recipients.emailsOf(troubled.map(({ id }) => id))
  const unsubscribed = await recipients.leftBy(issue)
  const progress = {
    ...counts,
    segment,
    unsubscribed,
    changedSince: then !== revision,
    troubled: troubled.map(({ id, kind, reason }) => ({
      email: emails.get(id) ?? null,
      kind,
      reason,
    })),
  }
  if (phase.kind === 'ended')
    return {
      kind: 'sent',
      ...progress,
      finishedAt: phase.at,
    }
  if (phase.kind === 'paused')
    return {
      kind: 'paused',
      ...progress,
      reason: phase.reason,
    }
  if (!send)
    return {
      kind: 'paused',
      ...progress,
      reason: notSetUp,
    }
  if (wait)
    return {
      kind: 'waiting',
      ...progress,
      reason: wait.reason,
      until: wait.until.toISOString(),
    }
  return {
    kind: 'sending',
    ...progress,
  }
}

/** The state of a mail that was not started. */
function shownSchedule(one: ScheduledSending | null): SendingState {
  if (!one) return { kind: 'unsent' }
  const { at, segment, problem } = one
  return problem === null
    ? { kind: 'scheduled', at, segment }
    : {
        kind: 'held',
        at,
        segment,
        reason: problem,
      }
}

/** Whether the mail of an issue was started. */
export const isBegun = async (store: SendingStore, issue: number): Promise<boolean> =>
  (await store.progress(issue)) !== null
