import { RefusedError } from '../../platform/errors.ts'
import { RemoteError } from '../remote/sync-faults.ts'

/** A save did not reach the remote, or got no answer. The client can repeat the request with the same key; the change is made once. */
export class SaveLater extends RefusedError {
  override name = 'SaveLater'
  readonly kind = 'away'

  constructor(cause: unknown) {
    super('The repository of the site can’t be reached just now; please save again in a minute.', { cause })
  }
}

/** The remote rejects a commit for a permanent reason, such as a hook. */
export class RemoteRefused extends RefusedError {
  override name = 'RemoteRefused'
  readonly kind = 'shape'
}

/** Converts an error of the remote to the error for the person who saves; returns other errors as they are. */
export function asSaveError(error: unknown): unknown {
  if (!(error instanceof RemoteError)) return error
  return error.fault === 'refused' ? new RemoteRefused(error.message, { cause: error }) : new SaveLater(error)
}
