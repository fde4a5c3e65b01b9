import type { Log } from '../platform/log.ts'
import { createRetryQueue } from '../platform/retry-queue.ts'
import { contentKey } from './caching.ts'

/**
 * Changes within this time share one request; in milliseconds. A commit causes several changes in a
 * row.
 */
const gatheringMs = 1_000

/** Time limit of one request in milliseconds. */
const limitMs = 5_000

/**
 * Asks a CDN to revalidate everything that depends on the content: a soft purge of one key, in the
 * form of Fastly's API. At most one request at a time; one that fails is repeated with growing
 * delays until the CDN accepts it. Never rejects and never delays a caller.
 */
export function createCdnPurge({
  url,
  token,
  log,
}: {
  url: string
  token: string | null
  log: Log
}) {
  const closing = new AbortController()
  const { host } = new URL(url)
  let gathering: NodeJS.Timeout | null = null
  let isDue = false
  let isDown = false

  async function purge() {
    if (!isDue) return
    isDue = false
    try {
      await request()
    } catch (error) {
      isDue = true
      throw error
    }
    if (isDown) log.info({ cdn: host }, 'the CDN accepts purges again')
    isDown = false
  }

  async function request() {
    // Used after the request too: Node 20 drops the timer of a signal that only another signal
    // refers to (nodejs/node#57736).
    const limit = AbortSignal.timeout(limitMs)
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'Surrogate-Key': contentKey,
        'Fastly-Soft-Purge': '1',
        // Fastly's own API reads `Fastly-Key`.
        ...(token !== null && { Authorization: `Bearer ${token}`, 'Fastly-Key': token }),
      },
      // Redirects are refused, so that the token is sent to no other address.
      redirect: 'error',
      signal: AbortSignal.any([closing.signal, limit]),
    }).catch((error: unknown) => {
      throw limit.aborted ? new Error(`it did not answer within ${limitMs / 1000} seconds`) : error
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`it answered ${response.status}`)
  }

  const queue = createRetryQueue(purge, {
    after: Promise.resolve(),
    failed(error) {
      // One line per outage. The address may contain a secret, so only the host is logged.
      if (!isDown && !closing.signal.aborted)
        log.warn(
          { cdn: host, reason: reasonOf(error) },
          'the CDN was not notified of a change; the site tries again',
        )
      isDown = true
    },
  })

  return {
    /** The content changed: requests a purge soon. */
    changed(): void {
      isDue = true
      if (closing.signal.aborted) return
      gathering ??= setTimeout(() => {
        gathering = null
        void queue.run()
      }, gatheringMs).unref()
    },
    /** Cancels a pending purge; the next start purges everything. */
    close(): Promise<void> {
      if (gathering) clearTimeout(gathering)
      closing.abort()
      return queue.close()
    },
  }
}

/** The reason of an error. `fetch` puts it into the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.cause.name : error.message
}
