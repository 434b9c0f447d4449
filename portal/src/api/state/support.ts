import { createStore } from './store.ts'

/** The open support form with the id of a failed request; undefined if it is closed. */
export const support = createStore<{ requestId: string } | undefined>(undefined)

export const openSupportForm = (requestId = '') => support.set({ requestId })
