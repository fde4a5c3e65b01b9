/** Why a remote could not be read or written. The message is a sentence for administrators, without any secret. */
export class RemoteError extends Error {
  override name = 'RemoteError'
  readonly fault: RemoteFault

  constructor(fault: RemoteFault, message: string, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
  }
}

export type RemoteFault =
  /** It cannot be reached, or is out of order. */
  | 'unreachable'
  /** It wants other credentials. */
  | 'forbidden'
  /** There is nothing of the kind. */
  | 'missing'
  /** It answers, but not as a git server does. */
  | 'protocol'
  /** It does not take what we send. */
  | 'refused'
  /** Another process is writing there; a second attempt can succeed. */
  | 'busy'
  /** The server is shutting down. */
  | 'stopped'
