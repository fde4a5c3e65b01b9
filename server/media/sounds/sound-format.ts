import type { SoundFormat } from '#domain/sound.ts'

/** A sound without tags. */
export interface PlainSound {
  bytes: Buffer
  /** Seconds, as the file declares them; null when it does not. */
  duration: number | null
}

/** No sound of a musician has more channels. */
export const mostChannels = 8

/**
 * The format of a sound by its first bytes, not its name; null for anything else. Tags before the
 * sound do not count.
 */
export function formatOfSound(bytes: Buffer): SoundFormat | null {
  const head = bytes.subarray(id3End(bytes))
  const text = head.toString('latin1', 0, 12)
  if (text.startsWith('fLaC')) return 'flac'
  if (/^RIFF.{4}WAVE/s.test(text)) return 'wav'
  if (text.startsWith('OggS')) return oggFormat(head)
  if (text.slice(4, 8) === 'ftyp') return isSoundBrand(head) ? 'm4a' : null
  if (text.charCodeAt(0) !== 0xff) return null
  // ADTS has the layer 0, which no MPEG audio has (ISO/IEC 13818-7, 6.2; 11172-3, 2.4.1.3).
  const second = text.charCodeAt(1)
  if ((second & 0xf6) === 0xf0) return 'aac'
  return (second & 0xe6) === 0xe2 ? 'mp3' : null
}

/** Where the ID3v2 tags at the start end (ID3v2.4, 3.1); 0 without one. */
export function id3End(bytes: Buffer): number {
  let at = 0
  while (bytes.toString('latin1', at, at + 3) === 'ID3' && at + 10 <= bytes.length) {
    const size = [6, 7, 8, 9].reduce(
      (sum, index) => sum * 128 + ((bytes[at + index] ?? 0) & 0x7f),
      0,
    )
    const footer = (bytes[at + 5] ?? 0) & 0x10 ? 10 : 0
    at += 10 + size + footer
  }
  // Some programs leave zeros between tag and sound.
  if (at > 0) while (at < bytes.length && bytes[at] === 0) at += 1
  return Math.min(at, bytes.length)
}

function oggFormat(bytes: Buffer): SoundFormat | null {
  const packet = bytes.toString('latin1', 27 + (bytes[26] ?? 0), 27 + (bytes[26] ?? 0) + 8)
  if (packet === 'OpusHead') return 'opus'
  return packet.startsWith('\x01vorbis') ? 'vorbis' : null
}

/**
 * Whether a file of the ISO base media format may be a sound: pictures (HEIC, AVIF) have the same
 * structure.
 */
function isSoundBrand(bytes: Buffer) {
  return !/^(?:hei|hev|mif1|msf1|avi|crx)/.test(bytes.toString('latin1', 8, 12))
}
