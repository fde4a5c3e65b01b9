/** The address that a picture has in a text as long as it waits to be uploaded; the key is that of its upload. No file of the site ever holds one. */
export const waitingAddress = (key: string) => `waiting-picture:${key}`

const anyAddress = /waiting-picture:([0-9a-f]{32})/g

/** The key in an address of its own; null for every other address. */
export function waitingKey(address: string): string | null {
  return /^waiting-picture:([0-9a-f]{32})$/.exec(address)?.[1] ?? null
}

/** The keys of the waiting pictures that stand in the texts of a plain value. */
export function waitingPicturesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') for (const [, key = ''] of value.matchAll(anyAddress)) found.add(key)
  else for (const part of Object.values(partsOf(value))) waitingPicturesIn(part, found)
  return found
}

/** A plain value with the addresses of pictures that are uploaded by now; the very same value where nothing changes. */
export function withPictures<Value>(value: Value, addressOf: (key: string) => string | null): Value {
  if (typeof value === 'string')
    return value.replace(anyAddress, (waiting, key: string) => addressOf(key) ?? waiting) as Value
  const parts = Object.entries(partsOf(value))
  const next = parts.map(([name, part]) => [name, withPictures(part, addressOf)] as const)
  if (next.every(([, part], index) => part === parts[index]?.[1])) return value
  return (Array.isArray(value) ? next.map(([, part]) => part) : Object.fromEntries(next)) as Value
}

/** What a list or a plain object holds; a file, a date and the like are no plain values. */
function partsOf(value: unknown): object {
  if (typeof value !== 'object' || value === null) return {}
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype ? value : {}
}
