import { isRecord } from '#domain/is-record.ts'
/**
 * Version of the format of stored drafts and queue entries. Increase it when a field gets another
 * name or meaning; the code that reads the field must then convert older ones. Drafts without a
 * number have version 1. A new field needs no new version: see `carriedOver`.
 */
export const storedFormat = 2

/**
 * Converts base and values of a stored draft to the shape of `sample`. A field that is missing in
 * one of them, or has another type there, gets the sample's value in both, so that it counts as
 * unchanged. Unknown fields stay, for the version of the program that wrote them. Null for anything
 * that is not a draft of this kind.
 */
export function carriedOver<Values extends object>(
  sample: Values,
  base: unknown,
  values: unknown,
): { base: Values; values: Values } | null {
  if (!isRecord(base) || !isRecord(values)) return null
  const both = { base: { ...base }, values: { ...values } }
  let known = 0
  for (const [name, value] of Object.entries(sample)) {
    if (kindOf(base[name]) === kindOf(value) && kindOf(values[name]) === kindOf(value)) known += 1
    else both.base[name] = both.values[name] = value
  }
  return known === 0 ? null : (both as unknown as { base: Values; values: Values })
}

function kindOf(value: unknown) {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}
