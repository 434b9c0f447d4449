import { createStore } from '../../api/state/store.ts'

/** Which overlay of the shell is open. */
export const overlay = createStore<'search' | 'shortcuts' | undefined>(undefined)
