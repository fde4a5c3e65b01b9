import { z } from 'zod'
import type { Bus } from '../../platform/bus.ts'
import type { Leases } from '../../platform/leases.ts'
import type { Retries } from './retries.ts'

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

/** A queue of the whole site, on which one process works. */
export interface SharedQueue {
  /** Sends a payload to the process that works on the queue. */
  send(payload: string): void
  /** What the process that works on the queue says of it. */
  state(): QueueState
  /** To be called when the queue of this process has changed. */
  changed(): void
  /** Starts to work on the queue as soon as no other process does. */
  begin(): Promise<void>
  /** Ends the work. Resolves when running work has ended, or after a few seconds. */
  close(): Promise<void>
}

/**
 * Shares a queue between the processes of a site. `take` handles a payload; `load` queues the due
 * work of the store.
 */
export function createSharedQueue(parts: {
  name: string
  retries: Retries
  take(payload: string): void
  load(): Promise<void>
  bus: Bus
  leases: Leases
  failed(error: unknown): void
}): SharedQueue {
  const { name, retries, take, load, bus, leases, failed } = parts
  const stateTopic = `${name} state`
  let known: QueueState = { waiting: 0, refused: [], problem: null }
  let sent = ''
  let sending: NodeJS.Timeout | undefined
  let releaseLease = async () => {}
  let loading: Promise<void> = Promise.resolve()
  let again: NodeJS.Timeout | undefined

  /** Queues the due work of the store. */
  function reload() {
    clearTimeout(again)
    if (!retries.isWorking()) return
    loading = load().catch((error: unknown) => {
      failed(error)
      again = setTimeout(reload, againMs).unref()
    })
  }

  function start() {
    retries.work(true)
    reload()
    return () => {
      clearTimeout(again)
      retries.work(false)
    }
  }

  const unsubscribe = bus.subscribe(name, (payload) => {
    if (payload === null) reload()
    else if (retries.isWorking()) take(payload)
  })

  const ownState = (): QueueState => ({
    waiting: retries.waiting(),
    refused: retries.refused(),
    problem: retries.problem(),
  })

  function changed() {
    if (!retries.isWorking()) return
    sending ??= setTimeout(() => {
      sending = undefined
      if (!retries.isWorking()) return
      const text = JSON.stringify(queueState.parse(ownState()))
      if (text !== sent) bus.publish(stateTopic, text)
      sent = text
    }, sendMs).unref()
  }

  const unsubscribeState = bus.subscribe(stateTopic, (payload) => {
    if (payload === null) bus.publish(stateTopic, question)
    else if (payload === question) {
      sent = ''
      changed()
    } else known = queueState.parse(JSON.parse(payload))
  })

  return {
    send: (payload) => bus.publish(name, payload),
    state: () => (retries.isWorking() ? ownState() : known),
    changed,
    async begin() {
      releaseLease = leases.hold(name, start)
      await loading
    },
    async close() {
      unsubscribe()
      unsubscribeState()
      clearTimeout(again)
      clearTimeout(sending)
      await retries.close()
      await releaseLease()
    },
  }
}
