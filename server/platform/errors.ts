// Errors that several parts of the server know, told apart by class.

/** What was refused; the routes give each kind a status. */
export type RefusalKind =
  /** Another try may help. */
  | 'busy'
  /** The data could not be stored. */
  | 'disk-full'
  | 'not-stored'
  /** Somebody else has changed the same. */
  | 'conflict'
  /** Work that is not committed is in the way. */
  | 'uncommitted'
  /** The repository is in a shape that is not written to. */
  | 'shape'
  /** A path that no file of the site may have. */
  | 'path'
  | 'invalid'
  /** A text that takes too much to be converted, analysed, shown or mailed. */
  | 'too-large'
  | 'too-deep'
  | 'too-slow'
  | 'failed'
  /** An upload that is no picture of the site. */
  | 'picture-format'
  | 'picture-damaged'
  | 'picture-size'

/** Why something was not done. The message is a sentence for the person who asked for it; nothing has changed. */
export abstract class RefusedError extends Error {
  abstract readonly kind: RefusalKind
  /** What is wrong with which field. */
  readonly issues?: Array<{ path: string; message: string }>
}

/** Content files hold work that git does not have. */
export abstract class UncommittedError extends RefusedError {
  readonly kind = 'uncommitted'
}

/** The repository cannot be read as requested. The message is one sentence for the operator of the site. */
export class RepositoryError extends Error {
  override name = 'RepositoryError'
}

/** A file of the data that can't be read: lost data is never taken for an empty store. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** A mail that was not taken. Its message tells nothing of the person. */
export class MailError extends Error {
  override name = 'MailError'
  /** The server will never take this mail: another try is of no use. Otherwise it was out of reach or busy. */
  readonly permanent: boolean
  /** The connection broke while the mail went out, before the server answered: the server may have it all the same. */
  readonly maybeTaken: boolean
  /** What is wrong concerns every mail, not this one: the server is out of reach, or does not want this sender. */
  readonly ofServer: boolean

  constructor(message: string, permanent: boolean, { maybeTaken = false, ofServer = false } = {}) {
    super(message)
    this.permanent = permanent
    this.maybeTaken = maybeTaken
    this.ofServer = ofServer
  }
}
