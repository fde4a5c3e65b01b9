import { refusalOf } from '../../api/refusal.ts'

/** Advice for a problem with the site's files that no screen can repair. */
export const onTheServer =
  'It has to be repaired where the files of the site are stored: pass this message on to the person who runs the server.'

/**
 * The reason of a refused save, followed by the advice when the state of the site's files is the
 * reason.
 */
export function withWayOut(message: string, error: unknown): string {
  const { kind } = (refusalOf(error)?.body ?? {}) as { kind?: unknown }
  return kind === 'uncommitted' || kind === 'shape' ? `${message} ${onTheServer}` : message
}
