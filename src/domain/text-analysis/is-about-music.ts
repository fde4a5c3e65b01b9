import { wordsOf } from '../reading-time.ts'
import type { TextBlock } from './text-blocks.ts'
import { termKey } from './text-language.ts'

/** Words that nearly every text about making music has, and other texts hardly ever. */
const words = new Set(
  `ableton audio bar bass bassline beat chord clip compressor dj drum eq groove guitar hz instrument
  kick loop lufs master melody midi mix mixdown mixing music musician note pad plug podcast producer
  reverb sample scale session sidechain simpler snare song sound studio swing synth synthesizer tempo
  track vocal vst wavetable arpeggiator push limiter oscillator echo delay live`.split(/\s+/),
)
/** The share of such words in a text about music; elsewhere it is about a tenth of that. */
const leastShare = 0.02

/** Whether a text is about making music, so that its words can be read with that vocabulary. */
export function isAboutMusic(blocks: ReadonlyArray<TextBlock>): boolean {
  const written = blocks.flatMap(({ text }) => wordsOf(text))
  const ofMusic = written.filter((word) => words.has(termKey(word)))
  return (
    new Set(ofMusic.map((word) => termKey(word))).size > 1 &&
    ofMusic.length >= leastShare * written.length
  )
}
