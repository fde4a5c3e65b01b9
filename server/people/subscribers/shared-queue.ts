import { z } from 'zod'
import type { Bus } from '../../platform/bus.ts'
import type { Leases } from '../../platform/leases.ts'
import { Retries } from './retries.ts'

/** Delay before the due work is read again after an error, in milliseconds. */
const againMs = 60_000
/**
 * Changes of the state within this time are sent to the other processes as one, in milliseconds.
 */
const sendMs = 200
/** A process that begins asks for the state. */
const question = ''

/** The state of the work, with the ids of at most 200 people: a message on the bus is short. */
const queueState = z.object({
  waiting: z.int(),
  refused: z.array(z.int()).transform((ids) => ids.slice(0, 200)),
  problem: z
    .object({
      message: z.string().transform((text) => text.slice(0, 500)),
      since: z.string(),
      nextTry: z.string(),
    })
    .nullable(),
})
type QueueState = z.infer<typeof queueState>

/** What the payload of an entry has after the id of a person whose work is to be done again. */
const again = ' again'

/** A queue of work per person for the whole site, on which one process works. */
export type SharedQueue = ReturnType<typeof createSharedQueue>

/**
 * Shares a queue between the processes of a site. `load` reads the people whose work the store says
 * is due; `again` gets those whose work is to be done even if it is not.
 */
export function createSharedQueue(
  parts: Omit<ConstructorParameters<typeof Retries>[0], 'changed'> & {
    name: string
    load(): Promise<ReadonlyArray<number>>
    again?(id: number): void
    bus: Bus
    leases: Leases
  },
) {
  const { name, load, bus, leases, failed } = parts
  const retries = new Retries({ ...parts, changed: () => shared.changed() })
  const shared = shareState(bus, `${name} state`, retries)
  let releaseLease = async () => {}
  let loading: Promise<void> = Promise.resolve()
  let reloading: NodeJS.Timeout | undefined

  /** Queues the due work of the store. */
  function reload() {
    clearTimeout(reloading)
    if (!retries.isWorking()) return
    loading = load().then(
      (ids) => {
        for (const id of ids) retries.add(id)
      },
      (error: unknown) => {
        failed(error)
        reloading = setTimeout(reload, againMs).unref()
      },
    )
  }

  function start() {
    retries.work(true)
    reload()
    return () => {
      clearTimeout(reloading)
      retries.work(false)
    }
  }

  const unsubscribe = bus.subscribe(name, (payload) => {
    if (payload === null) reload()
    else if (retries.isWorking()) {
      const id = Number.parseInt(payload, 10)
      if (payload.endsWith(again)) parts.again?.(id)
      retries.add(id)
    }
  })

  /** Queues a person. */
  const add = (id: number, { isAgain = false } = {}) =>
    bus.publish(name, isAgain ? `${id}${again}` : String(id))

  return {
    add,
    /**
     * Tries at once. False after a failure; then the process that works on the queue tries again.
     */
    async tryNow(id: number, options?: { isAgain: boolean }): Promise<boolean> {
      const isDone = await retries.tryNow(id)
      if (!isDone && !retries.isWorking()) add(id, options)
      return isDone
    },
    /** The number of people whose work waits in this process. */
    waiting: () => retries.waiting(),
    /** What the process that works on the queue says of it. */
    state: shared.state,
    /** Queues what is due, and works on it as soon as no other process does. */
    async begin(): Promise<void> {
      releaseLease = leases.hold(name, start)
      await loading
    },
    /** Ends the work. Resolves when running work has ended, or after a few seconds. */
    async close(): Promise<void> {
      unsubscribe()
      shared.close()
      clearTimeout(reloading)
      await retries.close()
      await releaseLease()
    },
  }
}

/** Tells the other processes of the state of a queue on the bus. */
function shareState(bus: Bus, topic: string, retries: Retries) {
  let known: QueueState = { waiting: 0, refused: [], problem: null }
  let sent = ''
  let sending: NodeJS.Timeout | undefined

  const own = (): QueueState => ({
    waiting: retries.waiting(),
    refused: retries.refused(),
    problem: retries.problem(),
  })

  function changed() {
    if (!retries.isWorking()) return
    sending ??= setTimeout(() => {
      sending = undefined
      if (!retries.isWorking()) return
      const text = JSON.stringify(queueState.parse(own()))
      if (text !== sent) bus.publish(topic, text)
      sent = text
    }, sendMs).unref()
  }

  const unsubscribe = bus.subscribe(topic, (payload) => {
    if (payload === null) bus.publish(topic, question)
    else if (payload === question) {
      sent = ''
      changed()
    } else known = queueState.parse(JSON.parse(payload))
  })

  return {
    changed,
    state: () => (retries.isWorking() ? own() : known),
    close() {
      unsubscribe()
      clearTimeout(sending)
    },
  }
}
