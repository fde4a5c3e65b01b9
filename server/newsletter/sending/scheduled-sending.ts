import { z } from 'zod'
import { segment } from '#domain/segment.ts'

/** The mail of an issue that is to be sent at a time. */
export const scheduledSending = z.object({
  issue: z.int().positive(),
  /** Another schedule of the same issue has another name. */
  name: z.string(),
  at: z.iso.datetime(),
  segment,
  /** Why it was not sent at its time and needs a person; null while it waits. */
  problem: z.string().nullable(),
})
export type ScheduledSending = z.infer<typeof scheduledSending>

/** The schedule was called off or replaced before its mail was sent. */
export class CalledOff extends Error {
  override name = 'CalledOff'
}

/** Storage of the schedules, one per issue at most. Each call is one step. */
export interface ScheduleStore {
  all(): Promise<Array<ScheduledSending>>
  of(issue: number): Promise<ScheduledSending | null>
  /** Stores a schedule in place of that of the issue. */
  put(one: ScheduledSending): Promise<void>
  /** Stores why a schedule needs a person, unless it was called off or replaced. */
  hold(one: Pick<ScheduledSending, 'issue' | 'name'>, problem: string): Promise<void>
  /** Removes a schedule. False when it is not there any more. */
  remove(one: Pick<ScheduledSending, 'issue' | 'name'>): Promise<boolean>
}
