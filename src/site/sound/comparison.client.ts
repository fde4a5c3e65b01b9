import { createLoudnessMeter } from '#domain/loudness.ts'
import { matchedGains } from '#domain/sound.ts'
import { drawWaveform } from './waveform.client.ts'

/** What plays: one sound, or several of which one is heard. Positions are in seconds. */
export interface Engine {
  play(): Promise<void>
  pause(): void
  isPlaying(): boolean
  position(): number
  seek(position: number): void
  setLoop(loop: boolean): void
}

/** A part of a sound, in seconds. */
export interface Part {
  from: number
  to: number
}

/** Seconds in which one sound fades into the other: no click, and no gap. */
const fade = 0.008
/** Seconds from the call to the start, so that all sounds begin in the same sample. */
const lead = 0.03

/** A running playback: when it began on the clock of the audio context, and where in the sound. */
interface Run {
  sources: Array<AudioBufferSourceNode>
  startedAt: number
  from: number
}

/**
 * Plays several sounds at once, all but one muted. Choosing another changes only gains, so that the
 * position stays. `player` holds the buttons of the choice and the switch that matches the
 * loudness; `changed` is called when the playback ends or the choice changes.
 */
export class Comparison implements Engine {
  private readonly choices: ReadonlyArray<HTMLButtonElement>
  private readonly waves: ReadonlyArray<Element>
  private readonly match: HTMLInputElement | null
  private readonly loudness: Array<number | null>
  private readonly player: HTMLElement
  private readonly changed: () => void
  private loading: Promise<Loaded> | null = null
  private loaded: Loaded | null = null
  private run: Run | null = null
  private isStarting = false
  private isLooping = false
  /** The part that is repeated; null for the whole. */
  private part: Part | null = null
  private active = 0
  private from = 0

  constructor(player: HTMLElement, changed: () => void) {
    this.player = player
    this.changed = changed
    this.choices = [...player.querySelectorAll<HTMLButtonElement>('.sound-choices button')]
    this.waves = [...player.querySelectorAll('.sound-seek svg')]
    this.match = player.querySelector<HTMLInputElement>('.sound-match input')
    this.loudness = this.choices.map(({ dataset }) =>
      dataset.loudness === undefined ? null : Number(dataset.loudness),
    )
    for (const [index, choice] of this.choices.entries())
      choice.addEventListener('click', () => this.choose(index))
    this.match?.addEventListener('change', () => this.mix())
  }

  async play() {
    this.isStarting = true
    this.loading ??= this.load().catch((error) => {
      // The next press tries again.
      this.loading = null
      throw error
    })
    this.loaded = await this.loading
    await this.loaded.context.resume()
    // Paused again while it was loading.
    if (!this.isStarting || this.run) return
    this.mix()
    this.begin(this.loaded)
  }

  pause() {
    this.isStarting = false
    this.from = this.position()
    this.stop()
  }

  isPlaying() {
    return this.run !== null
  }

  position() {
    const { run, loaded } = this
    if (!run || !loaded) return this.from
    const at = run.from + Math.max(0, loaded.context.currentTime - run.startedAt)
    const { from, to } = this.part ?? { from: 0, to: loaded.duration }
    return this.isLooping ? from + ((at - from) % (to - from)) : Math.min(at, loaded.duration)
  }

  seek(to: number) {
    this.part = null
    this.moveTo(to)
  }

  private moveTo(to: number) {
    const wasPlaying = this.run !== null
    this.stop()
    this.from = to
    if (wasPlaying && this.loaded) this.begin(this.loaded)
  }

  /** Goes to the beginning of a part, which is then repeated in place of the whole. */
  repeat(part: Part) {
    this.part = part
    this.moveTo(part.from)
  }

  setLoop(loop: boolean) {
    const { run, loaded } = this
    this.from = this.position()
    this.isLooping = loop
    if (!run) return
    run.from = this.from
    run.startedAt = loaded?.context.currentTime ?? run.startedAt
    for (const source of run.sources) source.loop = loop
  }

  private choose(index: number) {
    this.active = index
    for (const [at, choice] of this.choices.entries())
      choice.setAttribute('aria-pressed', String(at === index))
    for (const all of [this.waves, this.player.querySelectorAll('.sound-played')])
      for (const [at, wave] of all.entries()) wave.toggleAttribute('data-silent', at !== index)
    this.mix()
    this.changed()
  }

  private async load() {
    const context = new AudioContext()
    const sounds = await Promise.all(
      this.choices.map(({ dataset }) => fetchSound(context, dataset.src ?? '')),
    )
    const length = Math.max(...sounds.map((sound) => sound.length))
    const buffers = sounds.map((sound) => padded(context, sound, length))
    sounds.forEach((sound, index) => {
      this.loudness[index] ??= loudnessOf(sound)
      drawWaveform(this.waves[index], sound)
    })
    const gains = buffers.map(() => {
      const gain = context.createGain()
      gain.gain.value = 0
      gain.connect(context.destination)
      return gain
    })
    return { context, buffers, gains, duration: length / context.sampleRate }
  }

  /** Moves the gains to those of the chosen sound. */
  private mix() {
    if (!this.loaded) return
    const { context, gains } = this.loaded
    const matched = this.match?.checked === false ? gains.map(() => 1) : matchedGains(this.loudness)
    const now = context.currentTime
    gains.forEach(({ gain }, index) => {
      const target = index === this.active ? (matched[index] ?? 1) : 0
      gain.cancelScheduledValues(now)
      gain.setValueAtTime(gain.value, now)
      gain.linearRampToValueAtTime(target, now + fade)
    })
  }

  private stop() {
    const ended = this.run
    this.run = null
    for (const source of ended?.sources ?? []) source.stop()
  }

  private begin({ context, buffers, gains, duration }: Loaded) {
    const offset = this.from >= duration ? 0 : this.from
    const startedAt = context.currentTime + lead
    const sources = buffers.map((buffer, index) => {
      const source = new AudioBufferSourceNode(context, {
        buffer,
        loop: this.isLooping,
        loopStart: this.part?.from ?? 0,
        loopEnd: this.part?.to ?? 0,
      })
      source.connect(gains[index] as GainNode)
      source.start(startedAt, offset)
      return source
    })
    const own: Run = { sources, startedAt, from: offset }
    this.run = own
    const [first] = sources
    first?.addEventListener('ended', () => {
      if (this.run !== own) return
      this.run = null
      this.from = 0
      this.changed()
    })
  }
}

interface Loaded {
  context: AudioContext
  /** All of the same length. */
  buffers: Array<AudioBuffer>
  gains: Array<GainNode>
  duration: number
}

/** A sound, decoded. */
export async function fetchSound(context: BaseAudioContext, address: string): Promise<AudioBuffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  return context.decodeAudioData(await response.arrayBuffer())
}

/** A sound with silence behind it, so that all sounds of a comparison repeat together. */
function padded(context: AudioContext, sound: AudioBuffer, length: number): AudioBuffer {
  if (sound.length === length) return sound
  const longer = context.createBuffer(sound.numberOfChannels, length, sound.sampleRate)
  for (let channel = 0; channel < sound.numberOfChannels; channel += 1)
    longer.copyToChannel(sound.getChannelData(channel), channel)
  return longer
}

/**
 * The loudness of a sound that the server could not decode. One channel is played on both speakers.
 */
function loudnessOf(sound: AudioBuffer): number | null {
  const channels = Array.from({ length: sound.numberOfChannels }, (_, channel) =>
    sound.getChannelData(channel),
  )
  const [first] = channels
  const played = channels.length === 1 && first ? [first, first] : channels
  const meter = createLoudnessMeter(sound.sampleRate, played.length)
  meter.add(played)
  return meter.integrated()
}
