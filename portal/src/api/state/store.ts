import { useSyncExternalStore } from 'react'

/** An observable value outside of React. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const listeners = new Set<() => void>()
  const store = {
    get: () => value,
    set(next: Value) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return store
}

type Store<Value> = ReturnType<typeof createStore<Value>>

export const useStore = <Value>(store: Store<Value>) => useSyncExternalStore(store.subscribe, store.get)
