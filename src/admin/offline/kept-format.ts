/**
 * The format of drafts and waiting entries as this version writes them. It is raised when a field of them gets another name or meaning; the code that reads the field then
 * carries older ones over. A draft without a number was written by the first version. A field that is added needs no new number: see `carriedOver`.
 */
export const keptFormat = 2

/**
 * What a draft began from and what was typed, in the shape of `sample`. A field that is missing in one of them, or has another type there, gets the sample's value in both, so
 * that it counts as untouched. Fields that the sample does not have stay, for the version that wrote them. Null for anything that is no draft of this kind.
 */
export function carriedOver<Values extends object>(
  sample: Values,
  base: unknown,
  values: unknown,
): { base: Values; values: Values } | null {
  if (!isMap(base) || !isMap(values)) return null
  const both = { base: { ...base }, values: { ...values } }
  let known = 0
  for (const [name, value] of Object.entries(sample)) {
    if (kindOf(base[name]) === kindOf(value) && kindOf(values[name]) === kindOf(value)) known += 1
    else both.base[name] = both.values[name] = value
  }
  return known === 0 ? null : (both as unknown as { base: Values; values: Values })
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
}
