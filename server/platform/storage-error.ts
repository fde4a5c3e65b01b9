import { RefusedError } from './errors.ts'

/** A change that could not be stored, and is not in force. The message is for the person who asked for it; the cause is for the log. */
export class StorageError extends RefusedError {
  override name = 'StorageError'
  /** `disk-full` passes when there is room again; `not-stored` needs somebody to look at the folder of the data. */
  readonly kind: 'disk-full' | 'not-stored'

  constructor(cause: unknown, message?: string) {
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
    super(
      message ??
        (isFull
          ? 'Nothing was changed, because the disk of the server is full; please make room on it and try again.'
          : 'Nothing was changed, because the server can’t write to the folder of its data just now; its log says why.'),
      { cause },
    )
    this.kind = isFull ? 'disk-full' : 'not-stored'
  }
}

/** The error as a StorageError. */
export function asStorageError(error: unknown): StorageError {
  return error instanceof StorageError ? error : new StorageError(error)
}
