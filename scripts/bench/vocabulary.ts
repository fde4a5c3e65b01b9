import type { Random } from './random.ts'

/** Random words for articles. */
export interface Vocabulary {
  /** A word of the running text, by Zipf's law. */
  common(): string
  /** A word for a tag: neither very frequent nor rare. */
  topic(): string
  /** A random name out of 100,000; most names occur once or never. */
  rare(): string
}

const onsets = 'b bl br c ch cl d dr f fl g gl gr h j k l m n p pl pr qu r s sh sl sp st t th tr v w z'.split(' ')
const vowels = 'a e i o u ai ea ee ie oa oo ou'.split(' ')
const codas = ['', '', '', ...'n r s l t m nd st ck ng x lt rm'.split(' ')]
const commonCount = 8_000
const rareCount = 100_000

/** A language of 8,000 common words and 100,000 rare names, made of syllables; the same for the same random numbers. */
export function createVocabulary(random: Random): Vocabulary {
  const taken = new Set<string>()
  // Frequent words are short, as in natural languages.
  const common = Array.from({ length: commonCount }, (_, rank) => {
    const syllables = rank < 60 ? 1 : rank < 1_500 ? 2 : random.between(2, 3)
    return freshWord(random, taken, syllables)
  })
  const rare = Array.from({ length: rareCount }, () => freshWord(random, taken, random.between(3, 4)))
  const sums = zipfSums(commonCount)
  return {
    common: () => common[zipfRank(sums, random)] as string,
    topic: () => common[random.between(100, 1_500)] as string,
    rare: () => random.pick(rare),
  }
}

function freshWord(random: Random, taken: Set<string>, syllables: number): string {
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

function zipfSums(count: number): Float64Array {
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 2.7)
    sums[rank] = sum
  }
  return sums
}

function zipfRank(sums: Float64Array, random: Random): number {
  const wanted = random.next() * (sums[sums.length - 1] as number)
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sums[middle] as number) < wanted) low = middle + 1
    else high = middle
  }
  return low
}
