import { type SoundFormat, soundFormat } from '#domain/sound.ts'
import { asBuffer } from '../../platform/as-buffer.ts'
import { plainFlac } from './plain-flac.ts'
import { plainAac, plainMp3 } from './plain-frames.ts'
import { plainMp4 } from './plain-mp4.ts'
import { plainOgg } from './plain-ogg.ts'
import { plainWav } from './plain-wav.ts'
import { formatOfSound, type PlainSound } from './sound-format.ts'

const plain: Readonly<Record<SoundFormat, (bytes: Buffer) => PlainSound | null>> = {
  mp3: plainMp3,
  aac: plainAac,
  m4a: plainMp4,
  opus: plainOgg,
  vorbis: plainOgg,
  flac: plainFlac,
  wav: plainWav,
}

/**
 * Removes tags (names, places, pictures, times) and does not change the sound. Null when the file
 * does not have the structure of its format.
 */
export function plainSound(bytes: Buffer, format: SoundFormat): PlainSound | null {
  try {
    return plain[format](bytes)
  } catch (error) {
    // A length in the file leads outside of it.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Whether a file of a format may have an ending. M4A has other endings elsewhere. */
export function mayBeNamed(ending: string, format: SoundFormat): boolean {
  return (
    soundFormat[format].endings.includes(ending) ||
    (format === 'm4a' && /^(?:mp4|m4b|m4r)$/.test(ending))
  )
}

/**
 * The reason why the site can not play a file that is named like a sound, or why its name is wrong;
 * null when it is in order.
 */
export function soundFault(path: string, source: Uint8Array): string | null {
  const bytes = asBuffer(source)
  const format = formatOfSound(bytes)
  if (!format) return 'This file is named like a sound but contains none'
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  if (!mayBeNamed(ending, format))
    return `This file is named .${ending} but contains ${soundFormat[format].name}`
  return plainSound(bytes, format) ? null : 'This sound is damaged or incomplete'
}
