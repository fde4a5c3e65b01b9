import { pictureMaxBytes } from '#domain/media.ts'
import { isSoundPath, soundEndings, soundMaxBytes } from '#domain/sound.ts'

/** The accepted types (specification, section 5); the server checks the bytes. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
export const takenSounds = `MP3, M4A, Ogg, FLAC or WAV, up to ${soundMaxBytes / 1024 / 1024} MB`
export const takenPictures = `JPG, PNG, GIF or WebP, up to ${pictureMaxBytes / 1024 / 1024} MB`

/** The sounds that file dialogs offer; the server checks the bytes. */
export const soundTypes = soundEndings.split('|').map((ending) => `.${ending}`)
export const mediumTypes = [...pictureTypes, ...soundTypes]

/** Whether a file is sent as a sound. */
export const isSoundFile = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  isSoundPath(name) || type.startsWith('audio/')

const otherType = 'Only JPG, PNG, GIF and WebP images can be uploaded.'

/**
 * `problemOfFile` where sounds are accepted too, which its sentence about other types then names.
 */
export function problemOfMedium(file: Pick<File, 'type' | 'size' | 'name'>): string | null {
  if (!isSoundFile(file)) {
    const problem = problemOfFile(file)
    return problem === otherType ? `${otherType} Sounds: ${takenSounds}.` : problem
  }
  if (file.size === 0) return 'This file is empty.'
  return file.size > soundMaxBytes
    ? `This sound is too large: at most ${soundMaxBytes / 1024 / 1024} MB are taken.`
    : null
}

/**
 * The reason why a file cannot be uploaded as a picture, in one sentence; null when it can. The
 * server checks files without a type.
 */
export function problemOfFile({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (type !== '' && !pictureTypes.includes(type)) return otherType
  if (size === 0) return 'This file is empty.'
  if (size > pictureMaxBytes)
    return `This picture is too large: at most ${pictureMaxBytes / 1024 / 1024} MB are taken.`
  return null
}

/** A size in text: '48 KB', '1.2 MB'. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const [value, unit] =
    bytes < 1024 * 1024 * 0.95 ? [bytes / 1024, 'KB'] : [bytes / 1024 / 1024, 'MB']
  return `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ${unit}`
}
