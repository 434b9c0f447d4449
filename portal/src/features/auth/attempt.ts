import { createStore } from '../../api/store.ts'

/** Whose address is being verified. In memory only: an address has no place in a URL, nor a password in storage. */
export const attempt = createStore<{ email: string; password?: string } | undefined>(undefined)
