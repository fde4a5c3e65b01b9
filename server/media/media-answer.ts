import { RefusedError } from '../platform/errors.ts'

/** The response to a request for a picture, a sound, or the picture of a sound. */
export interface MediaAnswer {
  /** Strong ETag: the same tag always stands for the same bytes. */
  tag: string
  type: string
  /** Whether the response depends on the `Accept` header. */
  negotiated: boolean
  /** Reads or makes the bytes. Null when the file is damaged. */
  bytes(): Promise<Uint8Array | null>
}

/** `unreadable`: the file is there, and the site can not serve it. */
export type FoundMedia = MediaAnswer | 'missing' | 'unreadable'

/** An upload was refused; the message is for its sender. */
export class UploadRefused extends RefusedError {
  override name = 'UploadRefused'
  readonly kind: 'upload-format' | 'upload-damaged' | 'upload-size'

  constructor(kind: UploadRefused['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.kind = kind
  }
}
