import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { DurableFile } from '../../platform/durable-file.ts'
import { type ScheduledSending, type ScheduleStore, scheduledSending } from './scheduled-sending.ts'

const file = z.array(scheduledSending)

/** The schedules in `scheduled.json` of a folder. */
export function scheduleFile(folder: string): ScheduleStore {
  const stored = new DurableFile(path.join(folder, 'scheduled.json'), (value) => file.parse(value))
  let turn: Promise<unknown> = Promise.resolve()
  let known: Promise<ReadonlyArray<ScheduledSending>> | null = null

  function all(): Promise<ReadonlyArray<ScheduledSending>> {
    const reading = known ?? stored.read().then((found) => found ?? [])
    known = reading
    reading.catch(() => {
      if (known === reading) known = null
    })
    return reading
  }

  /** Runs changes one after the other. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work)
    turn = result.catch(() => undefined)
    return result
  }

  async function write(schedules: ReadonlyArray<ScheduledSending>) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await stored.write([...schedules])
    known = Promise.resolve(schedules)
  }

  const isSame = (one: Pick<ScheduledSending, 'issue' | 'name'>) => (other: ScheduledSending) =>
    other.issue === one.issue && other.name === one.name

  return {
    all: async () => [...(await all())],
    of: async (issue) => (await all()).find((one) => one.issue === issue) ?? null,
    put: (one) =>
      inTurn(async () => write([...(await all()).filter(({ issue }) => issue !== one.issue), one])),
    hold: (one, problem) =>
      inTurn(async () => {
        const schedules = await all()
        if (schedules.some(isSame(one)))
          await write(
            schedules.map((other) => (isSame(one)(other) ? { ...other, problem } : other)),
          )
      }),
    remove: (one) =>
      inTurn(async () => {
        const schedules = await all()
        if (!schedules.some(isSame(one))) return false
        await write(schedules.filter((other) => !isSame(one)(other)))
        return true
      }),
  }
}
