import { mergeSequences } from '../markdown/merge-sequences.ts'
import { sameValue } from './merge-fields.ts'

/**
 * Merges two concurrent edits of `before` without a conflict, by field, line and word. A part that
 * only one side changed gets that side's value; insertions of both sides are both used; where both
 * changed the same words, the later edit counts (`isLater`: `other` is the later one). With the
 * sides exchanged, the result is the same.
 */
export function joinEdits<Value>(before: Value, own: Value, other: Value, isLater: boolean): Value {
  if (sameValue(before, own)) return other
  if (sameValue(before, other) || sameValue(own, other)) return own
  if (typeof before === 'string' && typeof own === 'string' && typeof other === 'string')
    return joinTexts(before, own, other, isLater) as Value
  if (
    isList(before) &&
    isList(own) &&
    isList(other) &&
    before.length === own.length &&
    own.length === other.length
  )
    return own.map((mine, at) => joinEdits(before[at], mine, other[at], isLater)) as Value
  if (isGroup(before) && isGroup(own) && isGroup(other)) {
    const joined = Object.entries(own).map(([name, mine]) => [
      name,
      joinEdits(before[name], mine, other[name], isLater),
    ])
    return { ...other, ...Object.fromEntries(joined) } as Value
  }
  return isLater ? other : own
}

const lines = /(?<=\n)/
const words = /(?<=\s)|(?=\s)/

function joinTexts(
  before: string,
  own: string,
  other: string,
  isLater: boolean,
  parts = lines,
): string {
  const merged = mergeSequences(before.split(parts), own.split(parts), other.split(parts))
  return merged
    .map((part) => {
      if (part.kind === 'agreed') return part.items.join('')
      const [mine, was, theirs] = [part.yours.join(''), part.base.join(''), part.theirs.join('')]
      if (parts === lines) return joinTexts(was, mine, theirs, isLater, words)
      if (was !== '') return isLater ? theirs : mine
      return isLater ? mine + theirs : theirs + mine
    })
    .join('')
}

const isList = (value: unknown): value is Array<unknown> => Array.isArray(value)

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
