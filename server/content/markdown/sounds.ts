import type { Element, Root } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { SKIP, visit } from 'unist-util-visit'
import type { BodySound } from '#domain/content.ts'
import { h } from '#domain/html-tree.ts'
import {
  clockTime,
  isSoundAddress,
  matchedGains,
  type SoundFacts,
  soundFormat,
  waveformPath,
} from '#domain/sound.ts'
import type { BodyTextOf } from './body-texts.ts'
import { mediaPath } from './images.ts'

/** Facts of this site's sounds by their decoded path (`/media/…`). */
export type KnownSounds = Readonly<Record<string, SoundFacts>>

interface Track {
  src: string
  title: string
  note: string
  /** Null when the file is missing or can not be served. */
  facts: SoundFacts | null
}

/**
 * Builds the players of a sanitised tree: the sounds of a paragraph, written as pictures, follow
 * its text as one figure; two or more are compared. Without script it is an `<audio controls>` for
 * each sound; `player.client.ts` works the rest. Sounds of other sites become links. Returns this
 * site's sounds.
 */
export function buildSounds(tree: Root, known: KnownSounds, text: BodyTextOf): Array<BodySound> {
  const found: Array<BodySound> = []
  visit(tree, 'element', (element, index, parent) => {
    if (index === undefined || !parent) return
    if (element.tagName === 'p') {
      const tracks = extractSounds(element, known, text)
      if (tracks.length === 0) return
      found.push(...tracks.flatMap(bodySound))
      const figures = tracks.every(({ facts }) => facts)
        ? [figureOf(tracks, text)]
        : tracks.map((track) => figureOf([track], text))
      const rest = isEmpty(element) ? [] : [element]
      parent.children.splice(index, 1, ...rest, ...figures)
      return [SKIP, index + rest.length + figures.length]
    }
    if (!isSound(element)) return
    const address = String(element.properties.src)
    if (mediaPath(address) === null) parent.children[index] = linkTo(element, address)
    else {
      // Inside of a heading, a table or a tight list there is no room for a player.
      const track = trackOf(element, known, text)
      found.push(...bodySound(track))
      parent.children[index] = nativePlayer(track, 'metadata')
    }
    return SKIP
  })
  return found
}

const isSound = ({ tagName, properties }: Element) =>
  tagName === 'img' && isSoundAddress(String(properties.src ?? ''))

/** Removes this site's sounds from a paragraph and returns them. */
function extractSounds(paragraph: Element, known: KnownSounds, text: BodyTextOf): Array<Track> {
  const tracks: Array<Track> = []
  visit(paragraph, 'element', (element, index, parent) => {
    if (
      !isSound(element) ||
      index === undefined ||
      !parent ||
      mediaPath(String(element.properties.src)) === null
    )
      return
    tracks.push(trackOf(element, known, text))
    parent.children.splice(index, 1)
    return [SKIP, index]
  })
  return tracks
}

function trackOf({ properties }: Element, known: KnownSounds, text: BodyTextOf): Track {
  const src = String(properties.src)
  const path = mediaPath(src)
  const facts = path !== null && Object.hasOwn(known, path) ? (known[path] ?? null) : null
  const title = String(properties.alt ?? '').trim() || path?.split('/').at(-1) || text('sound')
  return { src, title, note: String(properties.title ?? '').trim(), facts }
}

function bodySound({ src, title, facts }: Track): Array<BodySound> {
  if (!facts) return []
  const { format, bytes, duration } = facts
  return [{ url: src, title, type: soundFormat[format].type, bytes, duration }]
}

/** Whether a paragraph shows nothing: only blanks, breaks and links or emphasis around nothing. */
function isEmpty(paragraph: Element): boolean {
  let shows = textOf(paragraph).trim() !== ''
  visit(paragraph, 'element', ({ tagName }) => {
    if (tagName === 'img' || tagName === 'input') shows = true
  })
  return !shows
}

function linkTo({ properties }: Element, address: string): Element {
  return h('a', { href: address }, String(properties.alt ?? '').trim() || address)
}

/**
 * `preload` is `none` where the page says how long the sound is: to find that out, browsers load 50
 * KB of it.
 */
function nativePlayer({ src, title }: Track, preload: 'none' | 'metadata'): Element {
  return h('audio', { controls: true, preload, src, ariaLabel: title })
}

/** The title, how long the sound is for browsers without script, and the browser's own player. */
function titled(tagName: 'p' | 'span', track: Track): Array<Element> {
  const { title, facts } = track
  const length = facts?.duration
    ? [' ', h('span', { className: ['sound-length'] }, clockTime(facts.duration))]
    : []
  const heading = h(tagName, { className: ['sound-title'] }, title, ...length)
  return [heading, nativePlayer(track, length.length > 0 ? 'none' : 'metadata')]
}

function figureOf(tracks: ReadonlyArray<Track>, text: BodyTextOf): Element {
  const [first] = tracks
  const isPlayer = tracks.every(({ facts }) => facts)
  const isOne = tracks.length === 1
  const noted = tracks.filter(({ note }) => note !== '')
  const notes = noted.map(({ title, note }) =>
    isOne
      ? h('p', {}, note)
      : h(
          'p',
          {},
          h('b', {}, letterOf(tracks.findIndex((one) => one.title === title))),
          ` ${note}`,
        ),
  )
  return h(
    'figure',
    { className: ['sound'], ...(isPlayer && { dataSound: isOne ? 'one' : 'compare' }) },
    ...(isOne && first
      ? titled('p', first)
      : [
          h(
            'ol',
            { className: ['sound-list'] },
            ...tracks.map((track) => h('li', {}, ...titled('span', track))),
          ),
        ]),
    ...(isPlayer ? [player(tracks, text)] : []),
    ...(notes.length > 0 ? [h('figcaption', {}, ...notes)] : []),
  )
}

const letterOf = (index: number) => String.fromCharCode(65 + index)

/** The titles of compared sounds in one line. */
function namesOf(tracks: ReadonlyArray<Track>, text: BodyTextOf): string {
  return tracks
    .map(({ title }) => title)
    .reduce((one, other) => text('soundWithSound', { one, other }))
}

/**
 * The player for browsers with script; the element's name is its own, so that feeds can leave it
 * out.
 */
function player(tracks: ReadonlyArray<Track>, text: BodyTextOf): Element {
  const durations = tracks.map(({ facts }) => facts?.duration ?? 0)
  const longest = Math.max(...durations)
  const isOne = tracks.length === 1
  const label = isOne
    ? (tracks[0]?.title ?? '')
    : text('soundsCompared', { names: namesOf(tracks, text) })
  return h(
    'sound-player',
    { role: 'group', ariaLabel: label },
    ...(isOne ? [] : [choices(tracks)]),
    h(
      'div',
      { className: ['sound-row'] },
      h(
        'button',
        { type: 'button', className: ['sound-play'], ariaLabel: text('play') },
        icon('M8 5.5v13l11-6.5z'),
        icon('M8 5v14M16 5v14'),
      ),
      h(
        'span',
        { className: ['sound-seek'] },
        ...tracks.map(({ facts }, index) => wave(facts, longest, isOne ? null : index)),
        h('input', {
          type: 'range',
          min: '0',
          max: String(longest || 1),
          step: String((longest || 1) / 100),
          value: '0',
          ariaLabel: text('soundPosition'),
          ...(!isOne && { title: text('soundMark') }),
          ariaValueText: text('soundPlace', { at: '0:00', length: clockTime(longest) }),
        }),
      ),
      h('span', { className: ['sound-time'] }, h('span', {}, '0:00'), ` / ${clockTime(longest)}`),
      h(
        'button',
        {
          type: 'button',
          className: ['sound-loop'],
          ariaPressed: String(!isOne),
          ariaLabel: text('soundLoop'),
          title: text('soundLoop'),
        },
        icon(loopIcon),
      ),
    ),
    ...(isOne ? [] : [matching(tracks, text)]),
    h('p', { className: ['sound-problem'], role: 'status' }),
  )
}

const loopIcon = 'm17 2 4 4-4 4M3 11v-1a4 4 0 0 1 4-4h14M7 22l-4-4 4-4m14-1v1a4 4 0 0 1-4 4H3'

function icon(path: string): Element {
  return h('svg', { viewBox: '0 0 24 24', ariaHidden: 'true' }, h('path', { d: path }))
}

/** The waveform in the width of the longest sound; `index` is its place in a comparison. */
function wave(facts: SoundFacts | null, longest: number, index: number | null): Element {
  const bars = facts?.peaks?.length ?? 200
  const width =
    facts?.duration && longest > 0 ? Math.round((bars * longest) / facts.duration) : bars
  const drawing = h(
    'svg',
    {
      viewBox: `0 0 ${width} 48`,
      preserveAspectRatio: 'none',
      ariaHidden: 'true',
      ...(index && { dataSilent: '' }),
      // The browser draws it when the sound plays (`waveform.client.ts`).
      ...(!facts?.peaks && { dataUndrawn: '' }),
    },
    h('path', {
      d: facts?.peaks ? waveformPath(facts.peaks) : `M0 24h${bars}`,
      vectorEffect: 'non-scaling-stroke',
    }),
  )
  const letter = index === null ? undefined : letterOf(index)
  return h('span', { className: ['sound-wave'], dataLetter: letter }, drawing)
}

function choices(tracks: ReadonlyArray<Track>): Element {
  return h(
    'div',
    { className: ['sound-choices'] },
    ...tracks.map(({ src, title, facts }, index) =>
      h(
        'button',
        {
          type: 'button',
          dataSrc: src,
          dataLoudness: facts?.loudness ?? undefined,
          ariaPressed: String(index === 0),
        },
        h('b', { ariaHidden: 'true' }, letterOf(index)),
        title,
      ),
    ),
  )
}

/**
 * The switch that makes all sounds as loud as the quietest, and by how much it turns down the
 * others.
 */
function matching(tracks: ReadonlyArray<Track>, text: BodyTextOf): Element {
  const gains = matchedGains(tracks.map(({ facts }) => facts?.loudness ?? null))
  const words = gains.flatMap((gain, index) => {
    const lowered = (-20 * Math.log10(gain)).toFixed(1)
    if (lowered === '0.0') return []
    const decibels = lowered.replace('.', text('decimalMark'))
    return [text('soundQuieter', { name: letterOf(index), decibels })]
  })
  return h(
    'label',
    { className: ['sound-match'] },
    h('input', { type: 'checkbox', role: 'switch', checked: true, ariaLabel: text('soundMatch') }),
    text('soundMatch'),
    ...(words.length > 0 ? [h('span', {}, ` ${words.join(' · ')}`)] : []),
  )
}
