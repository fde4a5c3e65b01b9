import { atEndOfText } from './editor-path.ts'
import { percentDecoded } from './percent-decoded.ts'
import { type TextPlace, textPlace } from './text-place.ts'

/**
 * Where the caret is when an editor opens: nowhere, at the end of the text, or at a place in it.
 */
export type Opening = 'end' | TextPlace | null

/** The opening of one text: of an article of an issue, from 1, or 0 for any other text. */
export function openingIn(part: number, opening: Opening): Opening {
  const wanted = opening === 'end' ? 0 : opening?.part
  return wanted === part ? opening : null
}

/** The opening that the fragment of an address asks for. */
export function openingOf(hash: string): Opening {
  return hash === atEndOfText ? 'end' : placeOfHash(hash)
}

/** The place that a fragment names; null without one. */
function placeOfHash(hash: string): TextPlace | null {
  const [, part, block, words = ''] = /^#(\d{1,6})\.(-?\d{1,6})\.(.*)$/.exec(hash) ?? []
  return part ? textPlace(Number(part), Number(block), percentDecoded(words) ?? '') : null
}
