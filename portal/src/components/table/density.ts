import { createStore, useStore } from '../../api/state/store.ts'

export type Density = 'comfortable' | 'compact'

const KEY = 'table-density'
const stored = (): Density => (localStorage.getItem(KEY) === 'compact' ? 'compact' : 'comfortable')

/** One setting for all tables of this browser. */
const density = createStore<Density>(stored())

export const useDensity = () => useStore(density)

export function setDensity(value: Density) {
  localStorage.setItem(KEY, value)
  density.set(value)
}
