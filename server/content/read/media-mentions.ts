import { besidePath, relativeMedia } from '#domain/beside.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { isSoundAddress, isSoundPath, soundEndings } from '#domain/sound.ts'
import { asBuffer } from '../../platform/as-buffer.ts'

/** The pictures and sounds that a text names. */
export interface MediaMentions {
  /** Decoded paths in `media/`; behind the origin where the text has one. */
  media?: ReadonlyArray<string>
  /** Addresses relative to the text. */
  beside?: ReadonlyArray<string>
  /** The sounds that the first paragraph with several compares, as Markdown. */
  compared?: string
}

/** Bytes. Larger files are not searched, and not served either. */
const longestText = 1_048_576
/** The most places in a text that are looked at. */
const mostPlaces = 10_000
/** Characters in which the end of a path is searched. */
const longestPath = 300
const endings = new RegExp(`\\.(?:jpe?g|png|gif|webp|svg|${soundEndings})(?![a-z0-9])`, 'gi')
/** An origin before `/media/`. */
const origin = /https?:\/\/[^\s/"'()<>[\]]+$/i

/**
 * Finds the pictures and sounds that a text mentions in frontmatter, Markdown or HTML. Where it is
 * unclear where a path ends, it finds all candidates.
 */
export function mentionsIn(bytes: Uint8Array): MediaMentions {
  if (bytes.length > longestText) return {}
  const text = asBuffer(bytes).toString('utf8')
  const media = mediaIn(text)
  const beside = relativeMedia(text)
  const compared = [...media, ...beside].some(isSoundPath) ? comparedIn(text) : null
  return {
    ...(media.length > 0 && { media }),
    ...(beside.length > 0 && { beside }),
    ...(compared !== null && { compared }),
  }
}

const picture =
  /!\[[^[\]\n]{0,400}\]\((<[^<>\n]{1,500}>|[^\s()<>]{1,500})(?:[ \t]{1,9}"[^"\n]{0,400}")?\)/g

function comparedIn(text: string): string | null {
  for (const paragraph of text.split(/\n[ \t\r]*\n/)) {
    const sounds = [...paragraph.matchAll(picture)].filter(([, address = '']) =>
      isSoundAddress(address.replace(/>$/, '')),
    )
    if (sounds.length > 1) return sounds.map(([markdown]) => markdown).join(' ')
  }
  return null
}

function mediaIn(text: string): ReadonlyArray<string> {
  const found = new Set<string>()
  let places = 0
  for (let at = text.indexOf('/media/'); at >= 0; at = text.indexOf('/media/', at + 1)) {
    places += 1
    if (places > mostPlaces) break
    const before = origin.exec(text.slice(Math.max(0, at - longestPath), at))?.[0]
    const start = before === undefined ? '' : `${before}/`
    const rest = (/^[^\r\n]*/.exec(text.slice(at + 1, at + 1 + longestPath)) ?? [''])[0]
    for (const ending of rest.matchAll(endings)) {
      places += 1
      const path = rest.slice(0, ending.index + ending[0].length)
      const plain = path.replaceAll('&amp;', '&')
      found.add(start + path)
      found.add(start + (percentDecoded(plain) ?? plain))
    }
  }
  return [...found]
}

/** The paths in the content folder of what a text in a folder mentions and this site may have. */
export function mentionedPaths(
  { media = [], beside = [] }: MediaMentions,
  folder: string,
  siteUrl: string,
): ReadonlyArray<string> {
  const start = `${siteUrl}/`
  const own = media.flatMap((path) => {
    if (path.startsWith('media/')) return [path]
    // A picture of another origin is not one of this site.
    return path.startsWith(start) ? [path.slice(start.length)] : []
  })
  if (beside.length === 0) return own
  // `../media/a.png` is found in both ways.
  return [...new Set([...own, ...beside.flatMap((address) => besidePath(address, folder) ?? [])])]
}
