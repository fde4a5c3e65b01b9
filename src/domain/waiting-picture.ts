/**
 * The address of a picture in a text until the picture is uploaded; `key` is the key of the upload.
 * No file of the site contains such an address.
 */
export const waitingAddress = (key: string) => `waiting-picture:${key}`

const anyAddress = /waiting-picture:([0-9a-f]{32})/g

/** The key of such an address; null for any other text. */
export function waitingKey(address: string): string | null {
  return /^waiting-picture:([0-9a-f]{32})$/.exec(address)?.[1] ?? null
}

/** The keys of all waiting pictures in the strings of a JSON value. */
export function waitingPicturesIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string')
    for (const [, key = ''] of value.matchAll(anyAddress)) found.add(key)
  else for (const part of Object.values(partsOf(value))) waitingPicturesIn(part, found)
  return found
}

/**
 * A JSON value in which uploaded pictures have their final addresses. Returns the same object when
 * nothing changes.
 */
export function withPictures<Value>(
  value: Value,
  addressOf: (key: string) => string | null,
): Value {
  if (typeof value === 'string')
    return value.replace(anyAddress, (waiting, key: string) => addressOf(key) ?? waiting) as Value
  const parts = Object.entries(partsOf(value))
  const next = parts.map(([name, part]) => [name, withPictures(part, addressOf)] as const)
  if (next.every(([, part], index) => part === parts[index]?.[1])) return value
  return (Array.isArray(value) ? next.map(([, part]) => part) : Object.fromEntries(next)) as Value
}

/** The parts of an array or a plain object; none for other objects such as files and dates. */
function partsOf(value: unknown): object {
  if (typeof value !== 'object' || value === null) return {}
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype ? value : {}
}
