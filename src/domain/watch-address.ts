/**
 * The address of a page for the address of a player, so that it can stand alone in a paragraph and
 * become a card; another address as it is.
 */
export function watchAddress(source: string): string {
  const address = source.startsWith('//') ? `https:${source}` : source
  const [, name = '', path = '', query = ''] =
    address.length > 2000
      ? []
      : (/^https?:\/\/([a-z\d.-]+)(\/[^?#\s]*)?(?:\?([^#\s]*))?(?:#\S*)?$/i.exec(address) ?? [])
  const host = name.toLowerCase().replace(/^(?:www|m)\./, '')
  const [first = '', second = '', third = ''] = path.split('/').filter(Boolean)
  switch (host) {
    case 'youtube.com':
    case 'youtube-nocookie.com':
      return first === 'embed' && second !== 'videoseries'
        ? `https://www.youtube.com/watch?v=${second}`
        : address
    case 'player.vimeo.com':
      return first === 'video' ? `https://vimeo.com/${second}` : address
    case 'w.soundcloud.com': {
      const track = /(?:^|&)url=([^&]{1,1000})/.exec(query)?.[1]
      const decoded =
        track && /^https?%3A%2F%2Fsoundcloud\.com%2F[\w%.~-]{1,500}$/i.test(track)
          ? decodeURIComponent(track)
          : null
      return decoded ?? address
    }
    case 'open.spotify.com':
      return first === 'embed' ? `https://open.spotify.com/${second}/${third}` : address
    default:
      return address
  }
}

/** The address of a video by the name of its host and its number there; null for another host. */
export function videoAddress(host: string, id: string): string | null {
  if (!/^[\w-]{1,40}$/.test(id)) return null
  if (/^youtube/i.test(host)) return `https://www.youtube.com/watch?v=${id}`
  return /^vimeo/i.test(host) ? `https://vimeo.com/${id}` : null
}
