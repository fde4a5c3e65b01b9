/** Synonyms in this field, with the reason. A query for one finds the others with a lower score. */
const synonyms: ReadonlyArray<{ words: ReadonlyArray<string>; reason: string }> = [
  { words: ['eq', 'equalizer', 'equalization', 'eqing'], reason: "Live's devices are called EQ Three and EQ Eight" },
  { words: ['comp', 'compressor', 'compression', 'compress'], reason: "producers' short form of the device" },
  { words: ['sidechain', 'ducking'], reason: 'the effect that side-chained compression is mostly used for' },
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

/** Phrases with a one-word name. The word is indexed and looked up in addition to the phrase. */
const phrases: ReadonlyArray<{ words: ReadonlyArray<string>; means: string; reason: string }> = [
  { words: ['side', 'chain'], means: 'sidechain', reason: 'written in three ways' },
  { words: ['hi', 'hat'], means: 'hihat', reason: 'written in three ways' },
  { words: ['hi', 'hats'], means: 'hihats', reason: 'written in three ways' },
  { words: ['plug', 'in'], means: 'plugin', reason: 'written in two ways' },
  { words: ['plug', 'ins'], means: 'plugins', reason: 'written in two ways' },
  { words: ['mid', 'side'], means: 'midside', reason: 'also written mid/side' },
  { words: ['time', 'stretch'], means: 'timestretch', reason: 'written in three ways' },
  { words: ['wave', 'table'], means: 'wavetable', reason: "the device's name is one word" },
  { words: ['low', 'frequency', 'oscillator'], means: 'lfo', reason: 'the long form of LFO' },
  { words: ['frequency', 'modulation'], means: 'fm', reason: 'the long form of FM' },
  { words: ['beats', 'per', 'minute'], means: 'bpm', reason: 'the long form of BPM' },
]

/** Endings that British and American English spell differently; the other spelling is looked up too. */
const spellings: ReadonlyArray<readonly [RegExp, string]> = [
  [/is(e|ed|er|ers|es|ing|ation|ations)$/, 'iz$1'],
  [/iz(e|ed|er|ers|es|ing|ation|ations)$/, 'is$1'],
  [/(col|fav|flav|harm?on|behavi)our(s|ed|ing)?$/, '$1or$2'],
  [/(col|fav|flav|behavi)or(s|ed|ing)?$/, '$1our$2'],
]

const synonymsOf = new Map<string, ReadonlyArray<string>>()
for (const { words } of synonyms) for (const word of words) synonymsOf.set(word, words)

const phrasesBy = new Map<string, Array<{ words: ReadonlyArray<string>; means: string }>>()
for (const phrase of phrases) {
  const first = phrase.words[0] as string
  phrasesBy.set(first, [...(phrasesBy.get(first) ?? []), phrase])
}

/** The phrases of the table that start at `words[start]`. */
export function phrasesAt(words: ReadonlyArray<string>, start: number): Array<{ length: number; means: string }> {
  return (phrasesBy.get(words[start] as string) ?? [])
    .filter((phrase) => phrase.words.every((word, offset) => words[start + offset] === word))
    .map((phrase) => ({ length: phrase.words.length, means: phrase.means }))
}

/** Related forms of a word: synonyms, the other spelling, singular and plural. Not all of them exist. */
export function relatedWords(word: string): Array<string> {
  const related = new Set(withSpellings([word, ...numberForms(word)]))
  for (const form of [...related]) for (const other of withSpellings(synonymsOf.get(form) ?? [])) related.add(other)
  related.delete(word)
  return [...related]
}

function withSpellings(words: ReadonlyArray<string>): Array<string> {
  return words.flatMap((word) => [
    word,
    ...spellings.flatMap(([pattern, replacement]) => (pattern.test(word) ? word.replace(pattern, replacement) : [])),
  ])
}

/** The plural of a singular and the reverse, judged by endings. */
function numberForms(word: string): Array<string> {
  if (word.length < 3 || /\d/.test(word)) return []
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`]
  if (/(?:[sx]|[cs]h)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)]
  if (/[^sui]s$/.test(word)) return [word.slice(0, -1)]
  if (/(?:[sx]|[cs]h)$/.test(word)) return [`${word}es`]
  if (/[^aeiou]y$/.test(word)) return [`${word}s`, `${word.slice(0, -1)}ies`]
  return [`${word}s`]
}
