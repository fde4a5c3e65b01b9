import { waitingAddress, withPictures } from '#domain/waiting-picture.ts'

/**
 * A path for a picture that waits on this device; the server treats it as a picture of the site.
 */
const placeholderPath = (key: string) => `/waiting-picture/${key}`
const anyPlaceholder = /\/waiting-picture\/([0-9a-f]{32})/g

/** The address of a picture in the browser; null for one whose upload was cancelled. */
type SourceOf = (url: string) => string | null

/** Replaces waiting pictures by placeholders for the server's preview. */
export function withPlaceholders<Value>(value: Value, sourceOf: SourceOf): Value {
  return withPictures(value, (key) =>
    sourceOf(waitingAddress(key)) === null ? null : placeholderPath(key),
  )
}

/** Replaces the placeholders in the server's HTML by the pictures of this device. */
export function withSources(html: string, sourceOf: SourceOf): string {
  return html.replace(anyPlaceholder, (path, key: string) => sourceOf(waitingAddress(key)) ?? path)
}
