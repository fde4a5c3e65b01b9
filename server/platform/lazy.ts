/** A value that is computed at its first use. */
export interface Lazy<Value> {
  get(): Value
  /** The value if it has been computed. */
  made(): Value | null
}

/** Computes the value once, at the first `get`. */
export function lazy<Value>(make: () => Value): Lazy<Value> {
  let box: { value: Value } | null = null
  return {
    get() {
      box ??= { value: make() }
      return box.value
    },
    made: () => box?.value ?? null,
  }
}
