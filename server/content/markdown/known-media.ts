import { besideAddress, besidePath } from '#domain/beside.ts'
import { percentDecoded } from '#domain/percent-decoded.ts'
import { isSoundPath, type SoundFacts } from '#domain/sound.ts'
import type { Dimensions } from './images.ts'

/** What is known of the pictures and sounds at decoded addresses. */
export async function knownMedia(
  addresses: ReadonlyArray<string>,
  dimensions: (path: string) => Promise<Dimensions | null>,
  soundFacts: (path: string) => Promise<SoundFacts | null>,
) {
  const [sizes, sounds] = await Promise.all([
    knownOf(
      addresses.filter((address) => !isSoundPath(address)),
      dimensions,
    ),
    knownOf(addresses.filter(isSoundPath), soundFacts),
  ])
  return { dimensions: sizes, sounds }
}

/** The result of `find` for each address, without those where it is null. */
async function knownOf<Fact>(
  addresses: ReadonlyArray<string>,
  find: (address: string) => Promise<Fact | null>,
) {
  const found = await Promise.all(addresses.map(find))
  return Object.fromEntries(
    addresses.flatMap((address, index): Array<[string, Fact]> => {
      const fact = found[index]
      return fact ? [[address, fact]] : []
    }),
  )
}

/**
 * The decoded addresses of the pictures and sounds that a text in a folder names relative to
 * itself.
 */
export function besideAddresses(references: ReadonlyArray<string>, folder: string): Array<string> {
  return references.flatMap((reference) => {
    const path = besidePath(reference, folder)
    return path === null ? [] : [percentDecoded(besideAddress(path)) ?? '']
  })
}
