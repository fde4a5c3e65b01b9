/** A comparison other than with equal values. */
export class Comparison {
  readonly kind: 'before' | 'contains' | 'overlaps' | 'empty'
  readonly value: string | ReadonlyArray<string>

  constructor(kind: Comparison['kind'], value: Comparison['value']) {
    this.kind = kind
    this.value = value
  }
}

/** A text that is less, such as an earlier instant. */
export const before = (value: string) => new Comparison('before', value)
/** A text that has this part. */
export const contains = (part: string) => new Comparison('contains', part)
/** A list that has one of these texts. */
export const overlaps = (texts: ReadonlyArray<string>) => new Comparison('overlaps', texts)
/** A list without elements. */
export const empty = new Comparison('empty', [])

/**
 * The values that records must have. A list matches each of its values, null a field without value,
 * and an object the fields of an object.
 */
export type Where<Item> = {
  readonly [Field in keyof Item]?:
    | Item[Field]
    | null
    | ReadonlyArray<Item[Field]>
    | Comparison
    | Where<NonNullable<Item[Field]>>
} & {
  /** One of these matches. */
  readonly any?: ReadonlyArray<Where<Item>>
  /** Each of these matches. */
  readonly all?: ReadonlyArray<Where<Item>>
  /** This does not match. */
  readonly not?: Where<Item>
}

type Item = Readonly<Record<string, unknown>>
type Test = (value: unknown) => boolean

/** Whether a record matches. `derived` are the values that are computed from a record. */
export function matcher(
  where: Where<Item>,
  derived: Readonly<Record<string, (item: Item) => unknown>> = {},
): (item: Item) => boolean {
  const tests = Object.entries(where).map(([field, wanted]): ((item: Item) => boolean) => {
    if (field === 'any' || field === 'all') {
      const each = (wanted as ReadonlyArray<Where<Item>>).map((one) => matcher(one, derived))
      if (field === 'any') return (item) => each.some((matches) => matches(item))
      return (item) => each.every((matches) => matches(item))
    }
    if (field === 'not') {
      const matches = matcher(wanted as Where<Item>, derived)
      return (item) => !matches(item)
    }
    const test = testOf(wanted)
    const value = derived[field]
    return (item) => test(value ? value(item) : item[field])
  })
  return (item) => tests.every((test) => test(item))
}

/** The test of a field's value. */
function testOf(wanted: unknown): Test {
  if (wanted instanceof Comparison) return comparing(wanted)
  if (Array.isArray(wanted)) return (value) => wanted.includes(value)
  if (wanted === null) return (value) => value === null || value === undefined
  if (typeof wanted !== 'object') return (value) => value === wanted
  const matches = matcher(wanted as Where<Item>)
  return (value) => typeof value === 'object' && value !== null && matches(value as Item)
}

/** The test of a comparison. */
function comparing({ kind, value: wanted }: Comparison): Test {
  switch (kind) {
    case 'before':
      return (value) => typeof value === 'string' && value < String(wanted)
    case 'contains':
      return (value) => typeof value === 'string' && value.includes(String(wanted))
    case 'overlaps':
      return (value) => Array.isArray(value) && value.some((one) => wanted.includes(one))
    case 'empty':
      return (value) => Array.isArray(value) && value.length === 0
  }
}
