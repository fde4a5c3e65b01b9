/** Functions that are called when something happens. The result of `add` removes one. */
export function createListeners<Values extends Array<unknown> = []>() {
  const all = new Set<(...values: Values) => void>()
  return {
    call(...values: Values) {
      for (const listener of all) listener(...values)
    },
    add(listener: (...values: Values) => void) {
      all.add(listener)
      return () => void all.delete(listener)
    },
  }
}

/** Listens to an event of the page; the result stops it. */
export function listenTo(type: string, listener: (event: Event) => unknown): () => void {
  addEventListener(type, listener)
  return () => removeEventListener(type, listener)
}
