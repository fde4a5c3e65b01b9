/** Functions that are called when something happens. */
export interface Listeners<Values extends Array<unknown>> {
  call(...values: Values): void
  /** Adds one; the result removes it. */
  add(listener: (...values: Values) => void): () => void
}

export function createListeners<Values extends Array<unknown> = []>(): Listeners<Values> {
  const all = new Set<(...values: Values) => void>()
  return {
    call(...values) {
      for (const listener of all) listener(...values)
    },
    add(listener) {
      all.add(listener)
      return () => all.delete(listener)
    },
  }
}
