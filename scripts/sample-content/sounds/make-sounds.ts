/**
 * Renders the sounds of the sample articles, and the previews of the packs, into `content/media/2026/NAME.mp3`:
 *
 *     npx tsx scripts/sample-content/sounds/make-sounds.ts            writes them
 *     npx tsx scripts/sample-content/sounds/make-sounds.ts --check    exits 1 when one differs from what the code makes
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { peak } from '../downloads/signal/finish.ts'
import { release, type Signal, sampleRate } from '../downloads/signal/synth.ts'
import { encodeMp3 } from './mp3.ts'
import { comparisons } from './pairs.ts'
import { previews } from './previews.ts'

const folder = new URL('../../../content/media/2026/', import.meta.url)
const isChecking = process.argv.includes('--check')
/** The peak of the loudest sound of a comparison: MP3 may overshoot by a decibel. */
const loudest = 10 ** (-2 / 20)

/** Exactly so long, with an end that does not click. */
function cut(signal: Signal, seconds: number): Signal {
  const whole = new Float64Array(Math.round(seconds * sampleRate))
  whole.set(signal.subarray(0, whole.length))
  return whole.map((value, index) => value * release(index / sampleRate, seconds, 0.01))
}

mkdirSync(folder, { recursive: true })
for (const { seconds, sounds } of [...comparisons, ...previews]) {
  const cutSounds = Object.entries(sounds()).map(
    ([name, channels]) => [name, channels.map((channel) => cut(channel, seconds))] as const,
  )
  // One gain for all: a comparison keeps its differences in level.
  const gain = loudest / Math.max(...cutSounds.flatMap(([, channels]) => channels.map(peak)))
  for (const [name, channels] of cutSounds) {
    const scaled = channels.map((channel) => channel.map((value) => value * gain))
    const bytes = await encodeMp3(scaled, scaled.length === 2 ? 128 : 80)
    const file = fileURLToPath(new URL(`${name}.mp3`, folder))
    const isSame = existsSync(file) && readFileSync(file).equals(bytes)
    if (!isChecking && !isSame) writeFileSync(file, bytes)
    if (isChecking && !isSame) process.exitCode = 1
    const state = isSame ? 'as made' : isChecking ? 'differs' : 'written'
    console.log(`${state}  ${(bytes.length / 1024).toFixed(0).padStart(5)} KB  ${name}.mp3`)
  }
}
