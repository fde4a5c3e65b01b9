import { pictureMaxBytes } from '#domain/media.ts'

/** The accepted types (specification, section 5); the server checks the bytes. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
export const takenPictures = `JPG, PNG, GIF or WebP, up to ${pictureMaxBytes / 1024 / 1024} MB`

/**
 * The reason why a file cannot be uploaded, in one sentence; null when it can. The server checks files without a
 * type.
 */
export function problemOfFile({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (type !== '' && !pictureTypes.includes(type)) return 'Only JPG, PNG, GIF and WebP images can be uploaded.'
  if (size === 0) return 'This file is empty.'
  if (size > pictureMaxBytes) return `This picture is too large: at most ${pictureMaxBytes / 1024 / 1024} MB are taken.`
  return null
}

/** A size in text: '48 KB', '1.2 MB'. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const [value, unit] = bytes < 1024 * 1024 * 0.95 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB']
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`
}
