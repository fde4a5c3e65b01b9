import { waitingAddress, withPictures } from '#domain/waiting-picture.ts'

/** A path for a picture that waits on this device: the server takes it for one of the site, and shows the text with it. */
const standIn = (key: string) => `/waiting-picture/${key}`
const anyStandIn = /\/waiting-picture\/([0-9a-f]{32})/g

/** Where the browser finds a picture; null for one that was taken back, which is missing in a preview, too. */
type SourceOf = (url: string) => string | null

/** A text for the server to show. */
export function withStandIns<Value>(value: Value, sourceOf: SourceOf): Value {
  return withPictures(value, (key) => (sourceOf(waitingAddress(key)) === null ? null : standIn(key)))
}

/** The HTML that the server made of such a text, with the pictures of this device. */
export function withSources(html: string, sourceOf: SourceOf): string {
  return html.replace(anyStandIn, (path, key: string) => sourceOf(waitingAddress(key)) ?? path)
}
