import { session } from '../session.ts'
import { createStore, useStore } from './store.ts'

/** Search texts by list. They are personal data: in memory only, neither in the URL nor in the browser's storage. */
const texts = createStore<Readonly<Record<string, string>>>({})
session.subscribe(() => {
  if (session.get().state === 'signed-out') texts.set({})
})

/** Like `useState`, but remembered when the page is left, until sign-out. */
export function useSearchMemory(list: string) {
  const text = useStore(texts)[list] ?? ''
  return [text, (next: string) => texts.set({ ...texts.get(), [list]: next })] as const
}
