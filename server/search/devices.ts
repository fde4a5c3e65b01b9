import { liveDevices } from '#domain/text-analysis/live-devices.ts'
import { isFunctionWord } from './function-words.ts'
import { plainWords } from './words.ts'

const maxDevices = 4

/**
 * The names of Live's devices, aliases included: the words, and the one word by which the index
 * finds them together.
 */
export const deviceNames = liveDevices.flatMap(({ name, aliases = [] }) =>
  [name, ...aliases].map((spelling) => {
    const words = plainWords(spelling)
    return { device: name, words, means: words.join('') }
  }),
)

/**
 * The devices that a query names, or of whose names it is a part; the most completely named first.
 */
export function devicesNamed(query: string): Array<{ device: string; means: string }> {
  const asked = plainWords(query).filter((word) => !isFunctionWord(word))
  const share = (words: ReadonlyArray<string>) => {
    const named = words.filter((word) => asked.includes(word)).length
    return named === words.length || named === asked.length ? named / words.length : 0
  }
  const found = deviceNames
    .map((name) => ({ ...name, share: asked.length > 0 ? share(name.words) : 0 }))
    .filter((name) => name.share > 0)
    .sort((one, other) => other.share - one.share || other.words.length - one.words.length)
  const seen = new Set<string>()
  return found.filter(({ device }) => !seen.has(device) && seen.add(device)).slice(0, maxDevices)
}
