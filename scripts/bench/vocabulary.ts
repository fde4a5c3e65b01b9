import type { Random } from './random.ts'

const onsets =
  'b bl br c ch cl d dr f fl g gl gr h j k l m n p pl pr qu r s sh sl sp st t th tr v w z'.split(
    ' ',
  )
const vowels = 'a e i o u ai ea ee ie oa oo ou'.split(' ')
const codas = '   n r s l t m nd st ck ng x lt rm'.split(' ')
const commonCount = 8_000
const rareCount = 100_000
/** How much rarer than its neighbor a frequent word is. */
const flatness = 2.7

/**
 * A language of 8,000 common words and 100,000 rare names, made of syllables; the same for the same
 * random numbers.
 */
export function createVocabulary(random: Random) {
  const taken = new Set<string>()
  /** A word that was not made before. */
  function freshWord(syllables: number): string {
    for (let tries = 0; ; tries++) {
      let word = ''
      // Short words run out; after several attempts the word gets longer.
      for (let left = syllables + (tries >> 3); left > 0; left--)
        word += random.pick(onsets) + random.pick(vowels) + (left === 1 ? random.pick(codas) : '')
      if (word.length < 2 || taken.has(word)) continue
      taken.add(word)
      return word
    }
  }
  // Frequent words are short, as in natural languages.
  const common = Array.from({ length: commonCount }, (_, rank) =>
    freshWord(rank < 60 ? 1 : rank < 1_500 ? 2 : random.between(2, 3)),
  )
  const rare = Array.from({ length: rareCount }, () => freshWord(random.between(3, 4)))
  return {
    /** A word of the running text, by Zipf's law. */
    common: () =>
      common[Math.floor(flatness * ((1 + commonCount / flatness) ** random.next() - 1))]!,
    /** A word for a tag: neither very frequent nor rare. */
    topic: () => common[random.between(100, 1_500)]!,
    /** A random name; most of them occur once or never. */
    rare: () => random.pick(rare),
  }
}
