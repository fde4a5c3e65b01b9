/** A remote could not be read or written. The message is a sentence for administrators, without secrets. */
export class RemoteError extends Error {
  override name = 'RemoteError'
  readonly fault: RemoteFault

  constructor(fault: RemoteFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

export type RemoteFault =
  /** It cannot be reached or has a server error. */
  | 'unreachable'
  /** It rejects the credentials. */
  | 'forbidden'
  /** The repository or branch does not exist. */
  | 'missing'
  /** It does not answer like a git server. */
  | 'protocol'
  /** It rejects what we send. */
  | 'refused'
  /** Another process is writing there; a retry can succeed. */
  | 'busy'
  /** The server is shutting down. */
  | 'stopped'
