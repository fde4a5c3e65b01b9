import { RefusedError } from './errors.ts'

/**
 * A change could not be stored and has no effect. The message is for the person who made the
 * change; the cause goes to the log.
 */
export class StorageError extends RefusedError {
  override name = 'StorageError'
  /**
   * `disk-full` ends when space is freed; `not-stored` needs the operator to look at the data
   * folder.
   */
  readonly kind: 'disk-full' | 'not-stored'

  constructor(cause: unknown, message?: string) {
    const isFull = isDiskFull(cause)
    super(
      message ??
        (isFull
          ? diskFull
          : 'Nothing was changed, because the server can’t write to the folder of its data just now; its log says why.'),
      { cause },
    )
    this.kind = isFull ? 'disk-full' : 'not-stored'
  }
}

/** The message for the person whose change does not fit on the disk. */
export const diskFull =
  'Nothing was changed, because the disk of the server is full; please make room on it and try again.'

/** Whether an error of the system says that there is no more room. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(
    (error as NodeJS.ErrnoException | undefined)?.code ?? '',
  )
}

/** Wraps any error as a StorageError. */
export function asStorageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(error)
}
