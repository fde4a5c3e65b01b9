import { RepositoryError } from '../read/repository-error.ts'
import { RepositoryShapeError } from '../read/shape-faults.ts'
import { RefusedPathError, RepositoryBusyError, UncommittedWorkError } from '../write/write-errors.ts'
import { RemoteError } from './remote-error.ts'
import { SyncConflict, UnfitChange } from './sync-faults.ts'

/** The reason why a round ended before both sides were equal. */
export interface Failure {
  state: 'waiting' | 'conflict' | 'failed'
  message: string
  conflicts: ReadonlyArray<string>
  cause: unknown
}

/** The failure that an administrator sees for an error. */
export function asFailure(error: unknown): Failure {
  const failure = (state: Failure['state'], message: string, conflicts: ReadonlyArray<string> = []): Failure => ({
    ...{ state, message, conflicts, cause: error },
  })
  if (error instanceof SyncConflict)
    return failure(
      'conflict',
      error.message,
      error.conflicts.map(({ path }) => path),
    )
  if (error instanceof RepositoryBusyError)
    return failure('waiting', `Another program is working on the repository (${error.lock}); the sync waits for it.`)
  if (error instanceof UncommittedWorkError || error instanceof RepositoryShapeError)
    return failure('waiting', `The sync waits: ${forSync(error.message)}`)
  if (error instanceof UnfitChange) return failure('waiting', `${error.message} Run "git pull" in the checkout.`)
  if (error instanceof RefusedPathError)
    return failure('waiting', `The remote brings a file that the site cannot check out: ${error.message}`)
  if (error instanceof RemoteError && error.fault === 'busy') return failure('waiting', error.message)
  if (error instanceof RemoteError || error instanceof RepositoryError) return failure('failed', error.message)
  const { code } = error as NodeJS.ErrnoException
  return failure('failed', `The sync failed on the server${code === undefined ? '' : ` (${code})`}; its log says more.`)
}

/** The write lane's messages address a person who saves. */
function forSync(message: string): string {
  return message.replace(/, then save again\.$/, '; then it goes on by itself.')
}
