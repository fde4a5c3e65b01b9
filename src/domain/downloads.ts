/**
 * A count as pages show it: exact below ten, then its first digit and zeros. So a page that shows it changes nine times between 100 and 1,000 downloads,
 * and may be kept in between.
 */
export function shownCount(count: number): number {
  if (count < 10) return count
  const step = 10 ** Math.floor(Math.log10(count))
  return Math.floor(count / step) * step
}

/** What administrators may put up for download, and as what it is sent. A writer may commit anything; it is handed out as bytes. */
export const downloadTypes: Readonly<Record<string, string>> = {
  zip: 'application/zip',
  wav: 'audio/wav',
  aif: 'audio/aiff',
  aiff: 'audio/aiff',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  mid: 'audio/midi',
  midi: 'audio/midi',
  pdf: 'application/pdf',
  // Live's own files: Sets, clips, packs, presets of racks, instruments, effects and grooves.
  ...Object.fromEntries(
    ['als', 'alc', 'alp', 'adg', 'adv', 'agr', 'ams', 'amxd', 'asd'].map((ending) => [
      ending,
      'application/octet-stream',
    ]),
  ),
}

/** What a file for download may weigh. Git keeps every version of it for good. */
export const downloadMaxBytes = 50 * 1024 * 1024

/** The ending of a file's name in lowercase, without its dot; '' for none. */
export function endingOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** As what a file is sent: its bytes, when its ending is none of those above. */
export function downloadMediaType(name: string): string {
  const ending = endingOf(name)
  return (Object.hasOwn(downloadTypes, ending) && downloadTypes[ending]) || 'application/octet-stream'
}
