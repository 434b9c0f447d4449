import { createStore } from './store.ts'

/** Whether a page outside is about to show a message; pages of signed-in users can always. */
export const notificationArea = createStore(false)
