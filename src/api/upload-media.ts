import { type AnswerTo, adminCall } from './admin-call.ts'
import type { Inputs } from './call.ts'
import { isCrowded } from './refusal.ts'

/** How many pictures and sounds are sent at once; the server stores them one after the other. */
export const uploadsAtOnce = 2

/** The waits before a busy site is asked again, in milliseconds. */
const waits = [1_000, 3_000, 8_000]

/**
 * Stores a picture or sound. While the site is busy with other saves, the same upload is sent again
 * with its key. Throws as `adminCall`. `pause` waits for some milliseconds, or until the upload is
 * cancelled.
 */
export async function uploadMedia(
  input: Inputs<'POST /api/media'>[0] & { key: string },
  pause: (ms: number, signal: AbortSignal | undefined) => Promise<unknown> = pauseFor,
): Promise<AnswerTo<'POST /api/media'>> {
  for (const wait of waits)
    try {
      return await adminCall('POST /api/media', input)
    } catch (error) {
      if (!isCrowded(error) || input.signal?.aborted) throw error
      await pause(wait, input.signal)
    }
  return adminCall('POST /api/media', input)
}

const pauseFor = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
