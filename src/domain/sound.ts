/** The size limit of an uploaded sound. */
export const soundMaxBytes = 25 * 1024 * 1024

export const soundFormats = ['mp3', 'aac', 'm4a', 'opus', 'vorbis', 'flac', 'wav'] as const
export type SoundFormat = (typeof soundFormats)[number]

/**
 * What a format is called for people, the media type that it is served as, and the endings of its
 * files; the first one names an upload.
 */
export const soundFormat: Readonly<
  Record<SoundFormat, { name: string; type: string; endings: readonly [string, ...Array<string>] }>
> = {
  mp3: { name: 'MP3', type: 'audio/mpeg', endings: ['mp3'] },
  aac: { name: 'AAC', type: 'audio/aac', endings: ['aac'] },
  m4a: { name: 'M4A', type: 'audio/mp4', endings: ['m4a'] },
  opus: { name: 'Ogg Opus', type: 'audio/ogg', endings: ['opus', 'ogg'] },
  vorbis: { name: 'Ogg Vorbis', type: 'audio/ogg', endings: ['ogg', 'oga'] },
  flac: { name: 'FLAC', type: 'audio/flac', endings: ['flac'] },
  wav: { name: 'WAV', type: 'audio/wav', endings: ['wav'] },
}

/** The endings of sound files, for patterns. */
export const soundEndings = 'mp3|m4a|aac|ogg|oga|opus|flac|wav'
const soundFile = new RegExp(`\\.(?:${soundEndings})$`, 'i')

/** Whether a path, or an address without its query, names a sound file. */
export const isSoundPath = (path: string): boolean => soundFile.test(path)

/** Whether an address in a text names a sound file. */
export const isSoundAddress = (address: string): boolean =>
  isSoundPath(address.replace(/[?#].*$/s, ''))

/** What the site knows of a sound; computed once for each file. */
export interface SoundFacts {
  format: SoundFormat
  /** The size that the site serves. */
  bytes: number
  /** Seconds; null when the file does not say and can not be decoded. */
  duration: number | null
  /**
   * Integrated loudness in LUFS as a stereo player plays it (EBU R128); null for silence and for
   * what the server can not decode.
   */
  loudness: number | null
  /**
   * The highest levels of `waveformBars` equal parts, each from 0 to 100; null when the server can
   * not decode the file.
   */
  peaks: Array<number> | null
}

export const waveformBars = 200

/** A time in text: '0:07', '1:02:03'. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const tail = String(rest).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/**
 * The gain for each sound that makes all as loud as the quietest, so that none can clip. Unknown
 * loudness gives 1.
 */
export function matchedGains(loudness: ReadonlyArray<number | null>): Array<number> {
  const known = loudness.filter((value) => value !== null)
  const quietest = Math.min(...known)
  return loudness.map((value) => (value === null ? 1 : 10 ** ((quietest - value) / 20)))
}

/**
 * The outline of a waveform as the path data of an SVG of `waveformBars` × 48: one bar for each
 * peak.
 */
export function waveformPath(peaks: ReadonlyArray<number>): string {
  return peaks
    .map((peak, index) => {
      const height = Math.max(2, Math.round(0.46 * peak))
      return `M${index}.5 ${24 - height / 2}v${height}`
    })
    .join('')
}

/**
 * The highest level of each of `waveformBars` equal parts, in percent of the full level. `levels`
 * are those of short pieces, from 0 to 1.
 */
export function outlineOf(levels: ReadonlyArray<number>): Array<number> {
  return Array.from({ length: waveformBars }, (_, bar) => {
    const from = Math.floor((bar * levels.length) / waveformBars)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * levels.length) / waveformBars))
    return Math.round(100 * Math.min(1, Math.max(0, ...levels.slice(from, to))))
  })
}

/** A title for a sound from the name of its file: 'snare-dry.mp3' is 'Snare dry'. */
export function soundTitle(name: string): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
