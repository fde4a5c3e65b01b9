/** Formats that can be uploaded and analysed. */
export type RasterFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/**
 * Format by the first bytes. The file name is not trusted, and sharp would also read formats that
 * the site does not serve.
 */
export function rasterFormat(bytes: Uint8Array): RasterFormat | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  return /^RIFF.{4}WEBP/s.test(head) ? 'webp' : null
}

interface StoredSize {
  width: number
  height: number
  /** The height of one frame of an animation. */
  pageHeight?: number | undefined
  /** As in EXIF. */
  orientation?: number | undefined
}

/** Size as displayed: upright, one frame. */
export function shownSize({ width, height, pageHeight, orientation = 1 }: StoredSize) {
  const shown = { width, height: pageHeight ?? height }
  // EXIF orientations 5 to 8 swap width and height.
  return orientation >= 5 ? { width: shown.height, height: shown.width } : shown
}
