import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Present, presenceSign } from '#domain/presence.ts'
import type { SignedIn } from '../../http/signed-in.ts'
import type { Bus } from '../../platform/bus.ts'

/** How long a sign of life counts, in milliseconds; browsers send one every three seconds. */
const leaseMs = 8_000
const checkMs = 1_000
/** More tabs than any site has people; further ones are not shown. */
const mostTabs = 1_000
const topic = 'presence'

const sign = presenceSign.extend({ user: z.int(), session: z.string(), name: z.string() })
type Sign = z.infer<typeof sign>

export type Presence = ReturnType<typeof createPresence>

/**
 * Who has which documents open, at all servers of a site. It is in memory only, and what a browser
 * does not renew is gone after some seconds, however it ended.
 */
export function createPresence(bus: Bus) {
  const tabs = new Map<string, Sign & { until: number }>()
  const listeners = new Set<() => void>()
  let checking: ReturnType<typeof setInterval> | undefined

  const unsubscribe = bus.subscribe(topic, (payload) => {
    const read = payload === null ? null : sign.safeParse(JSON.parse(payload))
    // A server of another version may send something else.
    if (read?.success) take(read.data)
  })

  function take(next: Sign) {
    const key = `${next.user} ${next.tab}`
    const before = tabs.get(key)
    if (!before && tabs.size >= mostTabs) return
    const { until = 0, ...known } = before ?? {}
    tabs.set(key, { ...next, until: next.open.length === 0 ? 0 : Date.now() + leaseMs })
    if (next.open.length === 0) dropEnded()
    else if (until === 0 || !isDeepStrictEqual(known, next)) changed()
    checking ??= setInterval(dropEnded, checkMs).unref()
  }

  function dropEnded() {
    const now = Date.now()
    const ended = [...tabs].filter(([, { until }]) => until <= now)
    for (const [key] of ended) tabs.delete(key)
    if (tabs.size === 0) stopChecking()
    if (ended.length > 0) changed()
  }

  function changed() {
    for (const listener of listeners) listener()
  }

  function stopChecking() {
    clearInterval(checking)
    checking = undefined
  }

  return {
    /** A sign of life of a person's tab. */
    sign({ user, sessionId }: SignedIn, { tab, open }: z.infer<typeof presenceSign>): void {
      const name = user.name || user.username
      bus.publish(topic, JSON.stringify({ tab, open, user: user.id, session: sessionId, name }))
    },
    /** What a person is shown: nothing of the browser that they look from. */
    seenBy({ user, sessionId }: SignedIn): Array<Present> {
      return [...tabs.values()]
        .filter(({ session }) => session !== sessionId)
        .flatMap((tab) =>
          tab.open.map((one) => ({ ...one, name: tab.user === user.id ? null : tab.name })),
        )
    },
    /** Calls the listener after every change. Returns the function that ends the subscription. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close(): void {
      unsubscribe()
      stopChecking()
    },
  }
}
