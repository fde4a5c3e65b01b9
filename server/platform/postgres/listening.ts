import type { ClientConfig } from 'pg'
import { within } from '../within.ts'

/**
 * The longest wait for the end of a connection, in milliseconds: a suspended server never answers.
 */
const endMs = 1_000

/** A separate connection that listens to the notifications of a channel. */
export interface Listening {
  /** Resolves when the connection has ended. */
  ended: Promise<void>
  /** Rejects when the server does not answer in time. */
  check(): Promise<void>
  close(): Promise<void>
}

/**
 * Connects and listens. Rejects when the server does not answer. A pooler in transaction mode
 * accepts `listen`, but forwards no notifications.
 */
export async function openListening(
  config: ClientConfig,
  channel: string,
  notified: (payload: string) => void,
): Promise<Listening> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(config)
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  client.on('error', () => undefined)
  client.on('notification', ({ payload }) => notified(payload ?? ''))
  const close = () =>
    within(
      endMs,
      client.end().catch(() => undefined),
    )
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    await close()
    throw error
  }
  return { ended, check: async () => void (await client.query('select 1')), close }
}
