import { useSyncExternalStore } from 'react'
import { createListeners } from '../documents/listeners.ts'

/** A value that the editor changes and React shows; listeners are called only for changes. */
export interface Store<Value extends object> {
  get(): Value
  set(change: Partial<Value>): void
  subscribe(listener: () => void): () => void
}

export function createStore<Value extends object>(initial: Value): Store<Value> {
  let value = initial
  const listeners = createListeners()
  return {
    get: () => value,
    set(change) {
      const keys = Object.keys(change) as Array<keyof Value>
      if (keys.every((key) => Object.is(change[key], value[key]))) return
      value = { ...value, ...change }
      listeners.call()
    },
    subscribe: listeners.add,
  }
}

export function useStore<Value extends object>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get)
}
