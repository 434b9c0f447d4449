import { createStore } from './store.ts'

/** The support form: closed, or open and about a request that failed. */
export const support = createStore<{ requestId: string } | undefined>(undefined)

export const askSupport = (requestId = '') => support.set({ requestId })
