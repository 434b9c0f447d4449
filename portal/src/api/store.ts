import { useSyncExternalStore } from 'react'

/** An observable value outside of React. */
export function createStore<Value>(initial: Value) {
  let value = initial
  const watchers = new Set<() => void>()
  const store = {
    get: () => value,
    set(next: Value) {
      if (Object.is(next, value)) return
      value = next
      for (const watcher of watchers) watcher()
    },
    watch(watcher: () => void) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
  return store
}

type Store<Value> = ReturnType<typeof createStore<Value>>

export const useStore = <Value>(store: Store<Value>) => useSyncExternalStore(store.watch, store.get)
