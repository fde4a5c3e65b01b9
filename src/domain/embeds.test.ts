import { expect, test } from 'vitest'
import { embedOf } from './embeds.ts'

const nocookie = 'https://www.youtube-nocookie.com/embed/'

test.each([
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'YouTube Video',
    `${nocookie}dQw4w9WgXcQ?autoplay=1`,
  ],
  [
    'https://youtu.be/dQw4w9WgXcQ?t=1m30s&si=abc',
    'YouTube Video',
    `${nocookie}dQw4w9WgXcQ?autoplay=1&start=90`,
  ],
  ['http://m.youtube.com/shorts/dQw4w9WgXcQ', 'YouTube Video', `${nocookie}dQw4w9WgXcQ?autoplay=1`],
  [
    'https://www.youtube.com/playlist?list=PL0123456789',
    'YouTube Playlist',
    `${nocookie}videoseries?list=PL0123456789&autoplay=1`,
  ],
  [
    'https://vimeo.com/123456789',
    'Vimeo Video',
    'https://player.vimeo.com/video/123456789?dnt=1&autoplay=1',
  ],
  [
    'https://vimeo.com/123456789/0a1b2c3d4e',
    'Vimeo Video',
    'https://player.vimeo.com/video/123456789?dnt=1&autoplay=1&h=0a1b2c3d4e',
  ],
  [
    'https://vimeo.com/channels/staffpicks/123456789',
    'Vimeo Video',
    'https://player.vimeo.com/video/123456789?dnt=1&autoplay=1',
  ],
  [
    'https://soundcloud.com/some-one/a-track?utm_source=x',
    'SoundCloud Track',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fsome-one%2Fa-track&auto_play=true',
  ],
  [
    'https://soundcloud.com/some-one/sets/all',
    'SoundCloud Playlist',
    'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fsome-one%2Fsets%2Fall&auto_play=true',
  ],
  [
    'https://bandcamp.com/EmbeddedPlayer/album=12345678/size=large/',
    'Bandcamp Album',
    'https://bandcamp.com/EmbeddedPlayer/album=12345678/size=large/tracklist=false/artwork=none/',
  ],
  ['https://someone.bandcamp.com/track/a-song', 'Bandcamp Track', null],
])('%s is a %s', (address, name, player) => {
  const embed = embedOf(address)
  expect(embed && [`${embed.host} ${embed.what}`, embed.player]).toEqual([name, player])
})

test.each([
  'https://www.youtube.com/@someone',
  'https://www.youtube.com/watch?v=short',
  'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
  'https://user@www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'ftp://youtu.be/dQw4w9WgXcQ',
  'https://vimeo.com/about/123456789',
  'https://vimeo.com/someone',
  'https://soundcloud.com/discover/sets',
  'https://soundcloud.com/some-one',
  'https://soundcloud.com/some-one/likes',
  'https://someone.bandcamp.com/',
  'https://bandcamp.com/EmbeddedPlayer/',
  'https://example.org/track/a',
  'not an address',
])('%s is no player', (address) => {
  expect(embedOf(address)).toBeNull()
})
