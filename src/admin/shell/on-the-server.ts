import { refusalOf } from '../../api/request.ts'

/** What to do about a state of the site's files that no screen can change. */
export const onTheServer =
  'It has to be put right where the files of the site are kept: pass these words on to whoever looks after them.'

/** Why a save was refused; with what to do about it where the state of the site's files is the reason. */
export function withWayOut(message: string, error: unknown): string {
  const { kind } = (refusalOf(error)?.body ?? {}) as { kind?: unknown }
  return kind === 'uncommitted' || kind === 'shape' ? `${message} ${onTheServer}` : message
}
