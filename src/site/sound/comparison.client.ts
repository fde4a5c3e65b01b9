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
export function createComparison(player: HTMLElement, changed: () => void): Engine {
  const choices = [...player.querySelectorAll<HTMLButtonElement>('.sound-choices button')]
  const waves = [...player.querySelectorAll('.sound-seek svg')]
  const match = player.querySelector<HTMLInputElement>('.sound-match input')
  const loudness = choices.map(({ dataset }) =>
    dataset.loudness === undefined ? null : Number(dataset.loudness),
  )
  let loading: Promise<Loaded> | null = null
  let loaded: Loaded | null = null
  let run: Run | null = null
  let isStarting = false
  let [active, from, isLooping] = [0, 0, false]

  async function load() {
    const context = new AudioContext()
    const sounds = await Promise.all(
      choices.map(({ dataset }) => fetchSound(context, dataset.src ?? '')),
    )
    const length = Math.max(...sounds.map((sound) => sound.length))
    const buffers = sounds.map((sound) => padded(context, sound, length))
    sounds.forEach((sound, index) => {
      loudness[index] ??= loudnessOf(sound)
      drawWaveform(waves[index], sound)
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
  function mix() {
    if (!loaded) return
    const { context, gains } = loaded
    const matched = match?.checked === false ? gains.map(() => 1) : matchedGains(loudness)
    const now = context.currentTime
    gains.forEach(({ gain }, index) => {
      const target = index === active ? (matched[index] ?? 1) : 0
      gain.cancelScheduledValues(now)
      gain.setValueAtTime(gain.value, now)
      gain.linearRampToValueAtTime(target, now + fade)
    })
  }

  function position() {
    if (!run || !loaded) return from
    const at = run.from + Math.max(0, loaded.context.currentTime - run.startedAt)
    return isLooping ? at % loaded.duration : Math.min(at, loaded.duration)
  }

  function stop() {
    const ended = run
    run = null
    for (const source of ended?.sources ?? []) source.stop()
  }

  function begin({ context, buffers, gains, duration }: Loaded) {
    const offset = from >= duration ? 0 : from
    const startedAt = context.currentTime + lead
    const sources = buffers.map((buffer, index) => {
      const source = new AudioBufferSourceNode(context, { buffer, loop: isLooping })
      source.connect(gains[index] as GainNode)
      source.start(startedAt, offset)
      return source
    })
    const own: Run = { sources, startedAt, from: offset }
    run = own
    const [first] = sources
    first?.addEventListener('ended', () => {
      if (run !== own) return
      run = null
      from = 0
      changed()
    })
  }

  choices.forEach((choice, index) => {
    choice.addEventListener('click', () => {
      active = index
      choices.forEach((other, at) => void other.setAttribute('aria-pressed', String(at === index)))
      waves.forEach((wave, at) => void wave.toggleAttribute('data-hidden', at !== index))
      const copies = player.querySelectorAll('.sound-played')
      copies.forEach((copy, at) => void copy.toggleAttribute('data-hidden', at !== index))
      mix()
      changed()
    })
  })
  match?.addEventListener('change', mix)

  return {
    async play() {
      isStarting = true
      loading ??= load().catch((error) => {
        // The next press tries again.
        loading = null
        throw error
      })
      loaded = await loading
      await loaded.context.resume()
      // Paused again while it was loading.
      if (!isStarting || run) return
      mix()
      begin(loaded)
    },
    pause() {
      isStarting = false
      from = position()
      stop()
    },
    isPlaying: () => run !== null,
    position,
    seek(to) {
      const wasPlaying = run !== null
      stop()
      from = to
      if (wasPlaying && loaded) begin(loaded)
    },
    setLoop(loop) {
      from = position()
      isLooping = loop
      if (!run) return
      run.from = from
      run.startedAt = loaded?.context.currentTime ?? run.startedAt
      for (const source of run.sources) source.loop = loop
    },
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
