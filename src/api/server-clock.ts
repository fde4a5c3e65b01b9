/** How far the clock of this device is behind that of the server, in milliseconds. */
let behindMs = 0

/** Learns the server's time from an answer that came from no cache. */
export function learnServerTime(answer: Response): void {
  const sent = Date.parse(answer.headers.get('Date') ?? '')
  if (!Number.isNaN(sent)) behindMs = sent - Date.now()
}

/**
 * The present time at the server: it decides what is published and what is scheduled, not the clock
 * of this device.
 */
export const serverNow = (): Date => new Date(Date.now() + behindMs)
