/** A picture that is being uploaded for a text or a field, with its bytes. */
export interface BegunUpload {
  /** The key that it is sent with. */
  key: string
  file: File
  alt: string
  /** The kind and the item of the draft that it belongs to. */
  draft: string
  /** The field that it was to stand in. */
  field: string
  /** In milliseconds since 1970. */
  at: number
}
