import { outlineOf, waveformPath } from '#domain/sound.ts'

/** Samples of one level. */
const levelSamples = 256

/**
 * Draws the waveform of a decoded sound in a player's drawing and its copy, when the server could
 * not: for AAC it has no decoder.
 */
export function drawWaveform(wave: Element | null | undefined, sound: AudioBuffer): void {
  if (!wave?.hasAttribute('data-undrawn')) return
  wave.removeAttribute('data-undrawn')
  const path = waveformPath(outlineOf(levelsOf(sound)))
  const copy = wave.nextElementSibling?.matches('.sound-played') ? wave.nextElementSibling : null
  for (const drawing of [wave, copy]) drawing?.querySelector('path')?.setAttribute('d', path)
}

/** The highest level of each piece of `levelSamples`, over all channels. */
function levelsOf(sound: AudioBuffer): Array<number> {
  const levels = new Array<number>(Math.ceil(sound.length / levelSamples)).fill(0)
  for (let channel = 0; channel < sound.numberOfChannels; channel += 1) {
    sound.getChannelData(channel).forEach((sample, at) => {
      const index = Math.floor(at / levelSamples)
      levels[index] = Math.max(levels[index] ?? 0, Math.abs(sample))
    })
  }
  return levels
}
