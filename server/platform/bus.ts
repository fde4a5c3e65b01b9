/**
 * Called with the payload of a message, or with null when messages may have been lost; then the
 * listener must read the current state itself. Must not throw.
 */
export type BusListener = (payload: string | null) => void

/**
 * Sends short messages to all processes of a site. Best effort: a message may be lost or delivered
 * twice; after a possible loss, listeners are called with null. `tests/contract/replicas.test.ts`
 * tests every implementation.
 */
export interface Bus {
  /**
   * Calls the listeners of this process at once, and those of other processes soon. Throws
   * RangeError for a payload of more than `longestPayload` bytes.
   */
  publish(topic: string, payload: string): void
  /**
   * Calls the listener with every further message of a topic. Returns a function that unsubscribes.
   */
  subscribe(topic: string, listener: BusListener): () => void
  close(): Promise<void>
}

/** In bytes of JSON. A notification of PostgreSQL must be shorter than 8,000 bytes. */
export const longestPayload = 7_000

/** The bus of a site with one process. */
export function processBus(): Bus {
  const { subscribe, deliver } = createListeners()
  return { subscribe, publish: (topic, payload) => deliver(topic, payload), close: async () => {} }
}

/** The listeners of one process. */
export function createListeners() {
  const byTopic = new Map<string, Set<BusListener>>()
  return {
    subscribe(topic: string, listener: BusListener): () => void {
      const listeners = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, listeners.add(listener))
      return () => void listeners.delete(listener)
    },
    /** Calls the listeners of a topic. */
    deliver(topic: string, payload: string): void {
      if (Buffer.byteLength(JSON.stringify(payload)) > longestPayload)
        throw new RangeError(`A message of ${topic} is too long.`)
      for (const listener of [...(byTopic.get(topic) ?? [])]) listener(payload)
    },
    /** Calls all listeners with null, because messages may have been lost. */
    notifyLoss(): void {
      for (const listeners of byTopic.values())
        for (const listener of [...listeners]) listener(null)
    },
  }
}
