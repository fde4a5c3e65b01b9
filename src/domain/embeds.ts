/** What an address of a video or track leads to, and the player that shows it without cookies. */
export interface Embed {
  host: 'YouTube' | 'Vimeo' | 'SoundCloud' | 'Bandcamp'
  what: 'Video' | 'Track' | 'Album' | 'Playlist'
  /** The address of the player; null when it can't be made from the address alone. */
  player: string | null
}

/**
 * The video or track at an address of YouTube, Vimeo, SoundCloud or Bandcamp; null for any other
 * address. Without a time, a list and further parameters, which the players treat in their own
 * ways.
 */
export function embedOf(address: string): Embed | null {
  // Neither a user nor a port: such addresses lead elsewhere.
  const [, name = '', path = '', query = ''] =
    address.length > 500
      ? []
      : (/^https?:\/\/([a-z\d.-]+)(\/[^?#\s]*)?(?:\?([^#\s]*))?(?:#\S*)?$/i.exec(address) ?? [])
  const parts = path.split('/').filter(Boolean)
  const host = name.toLowerCase().replace(/^(?:www|m|music)\./, '')
  const parameter = (key: string) => {
    const pair = query.split('&').find((one) => one.startsWith(`${key}=`))
    return pair?.slice(key.length + 1) ?? ''
  }
  if (host === 'youtube.com' || host === 'youtube-nocookie.com' || host === 'youtu.be')
    return youTube(host, parts, parameter)
  if (host === 'vimeo.com' || host === 'player.vimeo.com') return vimeo(parts, parameter)
  if (host === 'soundcloud.com') return soundCloud(parts)
  return host === 'bandcamp.com' || host.endsWith('.bandcamp.com') ? bandcamp(host, parts) : null
}

type Parameter = (key: string) => string

function youTube(host: string, parts: ReadonlyArray<string>, parameter: Parameter): Embed | null {
  const [first = '', second = ''] = parts
  const named = /^(?:embed|shorts|live|v)$/.test(first) ? second : ''
  const id = host === 'youtu.be' ? first : first === 'watch' ? parameter('v') : named
  const base = 'https://www.youtube-nocookie.com/embed/'
  const list = parameter('list')
  if (first === 'playlist' && /^[\w-]{10,64}$/.test(list))
    return {
      host: 'YouTube',
      what: 'Playlist',
      player: `${base}videoseries?list=${list}&autoplay=1`,
    }
  if (!/^[\w-]{11}$/.test(id) || id === 'videoseries') return null
  const start = seconds(parameter('t') || parameter('start'))
  return {
    host: 'YouTube',
    what: 'Video',
    player: `${base}${id}?autoplay=1${start ? `&start=${start}` : ''}`,
  }
}

/** The seconds of a time such as `90`, `90s` or `1m30s`; 0 for another text. */
function seconds(time: string): number {
  const [whole = '', hours = 0, minutes = 0, rest = 0] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(time) ?? []
  return whole === '' ? 0 : Number(hours) * 3600 + Number(minutes) * 60 + Number(rest)
}

function vimeo(parts: ReadonlyArray<string>, parameter: Parameter): Embed | null {
  const at = parts.findIndex((part) => /^\d{6,12}$/.test(part))
  const before = parts.slice(0, at).join('/')
  if (at < 0 || !/^(?:video|channels\/[\w-]+|groups\/[\w-]+\/videos)?$/.test(before)) return null
  // The key of a video that only its address leads to.
  const key = parts[at + 1] ?? parameter('h')
  const hidden = /^[\da-f]{8,12}$/.test(key) ? `&h=${key}` : ''
  const player = `https://player.vimeo.com/video/${parts[at]}?dnt=1&autoplay=1${hidden}`
  return { host: 'Vimeo', what: 'Video', player }
}

/** Pages of SoundCloud that are no person's. */
const ownPages =
  /^(?:charts|discover|download|feed|pages|people|popular|search|settings|stations|stream|tags|terms-of-use|upload|you)$/
const listsOfPerson =
  /^(?:albums|comments|followers|following|likes|popular-tracks|reposts|sets|spotlight|tracks)$/

function soundCloud(parts: ReadonlyArray<string>): Embed | null {
  const [person = '', name = '', set = ''] = parts
  const isSet = name === 'sets' && set !== ''
  const isTrack = name !== '' && !listsOfPerson.test(name) && (set === '' || /^s-\w+$/.test(set))
  if (ownPages.test(person) || !(isSet || isTrack) || parts.length > 4) return null
  if (!parts.every((part) => /^[\w-]+$/.test(part))) return null
  const address = encodeURIComponent(`https://soundcloud.com/${parts.join('/')}`)
  const player = `https://w.soundcloud.com/player/?url=${address}&auto_play=true`
  return { host: 'SoundCloud', what: isSet ? 'Playlist' : 'Track', player }
}

/**
 * Only the address of a player has the number that players need; pages of tracks and albums have
 * none.
 */
function bandcamp(host: string, parts: ReadonlyArray<string>): Embed | null {
  const [first = '', ...rest] = parts
  if (host === 'bandcamp.com') {
    const [, what, id] = /(?:^|\/)(track|album)=(\d{4,12})(?:\/|$)/.exec(rest.join('/')) ?? []
    if (first !== 'EmbeddedPlayer' || !what || !id) return null
    const player = `https://bandcamp.com/EmbeddedPlayer/${what}=${id}/size=large/tracklist=false/artwork=none/`
    return { host: 'Bandcamp', what: what === 'track' ? 'Track' : 'Album', player }
  }
  if (!/^(?:track|album)$/.test(first) || !/^[\w-]+$/.test(rest.join('/'))) return null
  return { host: 'Bandcamp', what: first === 'track' ? 'Track' : 'Album', player: null }
}
