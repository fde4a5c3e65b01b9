// Error classes that several features share.

/** Kind of a refusal; `server/http/error-handler.ts` maps each kind to a status. */
export type RefusalKind =
  /** Too much work at the moment; a retry may succeed. */
  | 'busy'
  /** The disk refused the write. */
  | 'disk-full'
  | 'not-stored'
  /** Another server that must accept the write does not answer; a retry can succeed later. */
  | 'away'
  /** More saves wait than can be made just now; a retry can succeed later. */
  | 'crowded'
  /** Somebody else changed the same part. */
  | 'conflict'
  /** Uncommitted changes in the work tree would be overwritten. */
  | 'uncommitted'
  /** The repository is in a state that the server does not write to. */
  | 'shape'
  /** The path is not allowed for a file of the site. */
  | 'path'
  | 'invalid'
  /** The role of the person does not allow it. */
  | 'role'
  /** A text that exceeds a limit of size, depth or time. */
  | 'too-large'
  | 'too-deep'
  | 'too-slow'
  | 'failed'
  /** An upload that is not accepted as a picture or sound. */
  | 'upload-format'
  | 'upload-damaged'
  | 'upload-size'

/**
 * A request that was refused; nothing was changed. The message is one sentence for the person who
 * made the request.
 */
export abstract class RefusedError extends Error {
  abstract readonly kind: RefusalKind
  /** Messages for single fields. */
  readonly issues?: Array<{ path: string; message: string }>
}

/**
 * Whether the server is busy or waits for another one, so that a retry can succeed and nobody has
 * to repair it.
 */
export function isForAWhile(error: unknown): boolean {
  return error instanceof RefusedError && ['busy', 'away', 'crowded'].includes(error.kind)
}

/** A content file has uncommitted changes. */
export abstract class UncommittedError extends RefusedError {
  readonly kind = 'uncommitted'
}

/**
 * The repository can't be read as requested. The message is one sentence for the operator of the
 * site.
 */
export class RepositoryError extends Error {
  override name = 'RepositoryError'
}

/** The message of anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** A data file exists but can't be read. It is never treated as an empty store. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** A mail that the mail server did not accept. The message contains no personal data. */
export class MailError extends Error {
  override name = 'MailError'
  /**
   * The mail server will never accept this mail, so a retry is useless. Otherwise it was
   * unreachable or busy.
   */
  readonly permanent: boolean
  /** The connection broke before the server answered: it may have accepted the mail. */
  readonly maybeAccepted: boolean
  /**
   * The error affects every mail, not only this one: the server is unreachable or rejects the
   * sender.
   */
  readonly ofServer: boolean

  constructor(
    message: string,
    permanent: boolean,
    { maybeAccepted = false, ofServer = false } = {},
  ) {
    super(message)
    this.permanent = permanent
    this.maybeAccepted = maybeAccepted
    this.ofServer = ofServer
  }
}
