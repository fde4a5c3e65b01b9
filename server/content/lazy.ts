/** A value that is made when it is first asked for. */
export interface Lazy<Value> {
  get(): Value
  /** The value if it was asked for already. */
  made(): Value | null
}

/** Makes the value once, on the first `get`. */
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
