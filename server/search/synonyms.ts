import { stemmer } from 'stemmer'
import { deviceNames } from './devices.ts'

/** Synonyms in this field, with the reason. A query for one finds the others with a lower score. */
const synonyms: ReadonlyArray<{ words: ReadonlyArray<string>; reason: string }> = [
  {
    words: ['eq', 'equalizer', 'equalization', 'eqing'],
    reason: "Live's devices are called EQ Three and EQ Eight",
  },
  {
    words: ['comp', 'compressor', 'compression', 'compress'],
    reason: "producers' short form of the device",
  },
  {
    words: ['sidechain', 'ducking'],
    reason: 'the effect that side-chained compression is mostly used for',
  },
  { words: ['reverb', 'verb', 'reverberation'], reason: "producers' short form" },
  { words: ['delay', 'echo'], reason: 'Echo is one of the delays of Live' },
  { words: ['arp', 'arpeggiator', 'arpeggio'], reason: "producers' short form of the device" },
  { words: ['synth', 'synthesizer', 'synthesis'], reason: 'short form' },
  { words: ['vst', 'plugin', 'au'], reason: 'the two formats of plug-ins that Live loads' },
  { words: ['fx', 'effect'], reason: 'short form' },
  { words: ['bpm', 'tempo'], reason: 'tempo is given in beats per minute' },
  { words: ['perc', 'percussion'], reason: 'short form' },
  { words: ['vox', 'vocal'], reason: 'short form' },
  { words: ['sat', 'saturation', 'saturator'], reason: "producers' short form of the device" },
  { words: ['limiter', 'limiting'], reason: 'the device and what it does' },
  { words: ['lufs', 'loudness'], reason: 'loudness is measured in LUFS' },
  { words: ['pan', 'panning', 'panorama'], reason: 'short form' },
  { words: ['mod', 'modulation'], reason: 'short form' },
  { words: ['osc', 'oscillator'], reason: 'short form' },
  { words: ['env', 'envelope'], reason: 'short form' },
  { words: ['seq', 'sequencer'], reason: 'short form' },
  { words: ['quantize', 'quantization'], reason: 'the command and what it does' },
]

/**
 * Words near in meaning, with the reason. A query for one finds the others with a score lower than
 * that of synonyms.
 */
const nearWords: ReadonlyArray<{ words: ReadonlyArray<string>; reason: string }> = [
  {
    words: ['distortion', 'saturation', 'overdrive', 'dirt', 'grit'],
    reason: 'degrees of the same thing',
  },
  { words: ['warp', 'stretch', 'timestretch'], reason: 'what Live calls stretching' },
  { words: ['chop', 'slice'], reason: 'what Live calls chopping' },
  { words: ['vocal', 'voice', 'singer'], reason: 'what is recorded, and who' },
  { words: ['footswitch', 'pedal'], reason: 'one is used as the other' },
  { words: ['stage', 'concert', 'gig', 'show', 'performance'], reason: 'playing to people' },
  { words: ['key', 'scale'], reason: 'a key is a root and a scale' },
  { words: ['tempo', 'bpm', 'speed'], reason: 'names of the same thing' },
  { words: ['hardware', 'external', 'outboard'], reason: 'what is outside the computer' },
  { words: ['export', 'render', 'bounce'], reason: 'names of turning a track into a file' },
  { words: ['swing', 'groove', 'shuffle'], reason: 'names of playing beside the grid' },
  { words: ['sidechain', 'ducking', 'pumping'], reason: 'the technique and how it sounds' },
  { words: ['loud', 'louder', 'loudness', 'volume'], reason: 'the quality and its measure' },
  { words: ['stem', 'separation', 'isolate'], reason: 'what stem separation does' },
  { words: ['pitch', 'transpose', 'tuning'], reason: 'the quality and how it is changed' },
  { words: ['convolution', 'impulse'], reason: 'a convolution reverb plays an impulse response' },
  { words: ['wide', 'width', 'stereo'], reason: 'the quality and its measure' },
  { words: ['hihat', 'hat'], reason: 'short form' },
  { words: ['random', 'chance', 'probability'], reason: 'the controls that leave something open' },
  { words: ['latency', 'lag', 'late'], reason: 'the cause and what is heard of it' },
  { words: ['download', 'pack', 'free'], reason: 'packs of sounds are free downloads' },
]

/** Phrases with a one-word name. The word is indexed and looked up in addition to the phrase. */
const namedPhrases: ReadonlyArray<{ words: ReadonlyArray<string>; means: string; reason: string }> =
  [
    { words: ['side', 'chain'], means: 'sidechain', reason: 'written in three ways' },
    { words: ['hi', 'hat'], means: 'hihat', reason: 'written in three ways' },
    { words: ['hi', 'hats'], means: 'hihats', reason: 'written in three ways' },
    { words: ['plug', 'in'], means: 'plugin', reason: 'written in two ways' },
    { words: ['plug', 'ins'], means: 'plugins', reason: 'written in two ways' },
    { words: ['mid', 'side'], means: 'midside', reason: 'also written mid/side' },
    { words: ['time', 'stretch'], means: 'timestretch', reason: 'written in three ways' },
    { words: ['wave', 'table'], means: 'wavetable', reason: "the device's name is one word" },
    { words: ['low', 'frequency', 'oscillator'], means: 'lfo', reason: 'the long form of LFO' },
    { words: ['bass', 'line'], means: 'bassline', reason: 'written in two ways' },
    { words: ['foot', 'switch'], means: 'footswitch', reason: 'written in two ways' },
    { words: ['kick', 'drum'], means: 'kick', reason: 'the long form' },
    { words: ['bass', 'drum'], means: 'kick', reason: 'the other name of the kick' },
    { words: ['frequency', 'modulation'], means: 'fm', reason: 'the long form of FM' },
    { words: ['beats', 'per', 'minute'], means: 'bpm', reason: 'the long form of BPM' },
  ]

/** The names of devices of several words, so that 'drum rack' is one thing. */
const devicePhrases = deviceNames.filter(({ words }) => words.length > 1)

export const phrases: ReadonlyArray<{ words: ReadonlyArray<string>; means: string }> = [
  ...namedPhrases,
  ...devicePhrases,
]

/**
 * Endings that British and American English spell differently; the other spelling is looked up too.
 */
const spellings: ReadonlyArray<readonly [RegExp, string]> = [
  [/is(e|ed|er|ers|es|ing|ation|ations)$/, 'iz$1'],
  [/iz(e|ed|er|ers|es|ing|ation|ations)$/, 'is$1'],
  [/(col|fav|flav|harm?on|behavi)our(s|ed|ing)?$/, '$1or$2'],
  [/(col|fav|flav|behavi)or(s|ed|ing)?$/, '$1our$2'],
]

const synonymsOf = byStem(synonyms)
const nearWordsOf = byStem(nearWords)

/** The words that stand in a row with a word, by its stem. */
function byStem(
  rows: ReadonlyArray<{ words: ReadonlyArray<string> }>,
): ReadonlyMap<string, ReadonlyArray<string>> {
  const others = new Map<string, ReadonlyArray<string>>()
  for (const { words } of rows)
    for (const word of words)
      others.set(stemmer(word), [...(others.get(stemmer(word)) ?? []), ...words])
  return others
}

const deviceWords = new Set(deviceNames.flatMap(({ words }) => words))

/** Whether a word is in the tables of this field. */
export function isTerm(word: string): boolean {
  return synonymsOf.has(stemmer(word)) || nearWordsOf.has(stemmer(word)) || deviceWords.has(word)
}

const phrasesBy = new Map<string, Array<{ words: ReadonlyArray<string>; means: string }>>()
for (const phrase of phrases) {
  const first = phrase.words[0] as string
  phrasesBy.set(first, [...(phrasesBy.get(first) ?? []), phrase])
}

interface FoundPhrase {
  length: number
  means: string
}
const noPhrases: ReadonlyArray<FoundPhrase> = []

/** The phrases of the table that start at `words[start]`. */
export function phrasesAt(words: ReadonlyArray<string>, start: number): ReadonlyArray<FoundPhrase> {
  const known = phrasesBy.get(words[start] as string)
  if (!known) return noPhrases
  return known
    .filter((phrase) => phrase.words.every((word, offset) => words[start + offset] === word))
    .map((phrase) => ({ length: phrase.words.length, means: phrase.means }))
}

/** Synonyms and the other spelling of a word in any of its forms. Not all of them exist. */
export function synonymsFor(word: string): Array<string> {
  const related = new Set(withSpellings([word]))
  for (const form of [...related])
    for (const other of withSpellings(synonymsOf.get(stemmer(form)) ?? [])) related.add(other)
  related.delete(word)
  return [...related]
}

/** Words near in meaning to a word. Not all of them exist. */
export function nearWordsFor(word: string): ReadonlyArray<string> {
  return nearWordsOf.get(stemmer(word)) ?? []
}

/** The comparative and the superlative of a word, should it have them: 'warmest' for 'warm'. */
export function comparisonsOf(word: string): Array<string> {
  const ending = word.endsWith('e') ? '' : 'e'
  return [`${word}${ending}r`, `${word}${ending}st`]
}

function withSpellings(words: ReadonlyArray<string>): Array<string> {
  return words.flatMap((word) => [
    word,
    ...spellings.flatMap(([pattern, replacement]) =>
      pattern.test(word) ? word.replace(pattern, replacement) : [],
    ),
  ])
}
