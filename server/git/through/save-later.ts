import { RefusedError } from '../../platform/errors.ts'
import { DatabaseUnavailable, TurnTaken } from '../../platform/postgres/database.ts'
import { RemoteError } from '../remote/sync-faults.ts'

/**
 * A save did not reach the remote, or got no answer. The client can repeat it with the same key.
 */
export class SaveLater extends RefusedError {
  override name = 'SaveLater'
  readonly kind = 'away'

  constructor(cause: unknown) {
    const away = cause instanceof DatabaseUnavailable ? 'database' : 'repository'
    super(`The ${away} of the site can’t be reached just now; please save again in a minute.`, {
      cause,
    })
  }
}

/**
 * Too many other saves are made. The client can repeat the request with the same key.
 */
export class SavesCrowded extends RefusedError {
  override name = 'SavesCrowded'
  readonly kind = 'crowded'

  constructor(cause: unknown) {
    super('The site is busy with other saves just now; please save again in a minute.', { cause })
  }
}

/** The remote rejects a commit for a permanent reason, such as a hook. */
export class RemoteRefused extends RefusedError {
  override name = 'RemoteRefused'
  readonly kind = 'shape'
}

/**
 * The error for the person who saves, for one of the remote or of the database; others as they are.
 */
export function asSaveError(error: unknown): unknown {
  if (error instanceof TurnTaken) return new SavesCrowded(error)
  if (error instanceof DatabaseUnavailable) return new SaveLater(error)
  if (!(error instanceof RemoteError)) return error
  if (error.fault === 'refused') return new RemoteRefused(error.message, { cause: error })
  return error.fault === 'busy' ? new SavesCrowded(error) : new SaveLater(error)
}
