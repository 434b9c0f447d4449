import { clearSession, session } from '../session.ts'
import { clearStoredDrafts } from '../state/drafts.ts'

type Message = { signedOut: true } | { signedIn: string }

/** Tabs share the refresh cookie, so a sign-out or the sign-in of another person concerns all of them at once. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('harkara-session')

export const broadcastToTabs = (message: Message) => channel?.postMessage(message)

export function listenToOtherTabs() {
  if (!channel) return
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const now = session.get()
    const user = now.state === 'signed-in' || now.state === 'expired' ? now.user.id : undefined
    if ('signedOut' in data) {
      clearStoredDrafts()
      clearSession()
    } else if (user !== undefined && user !== data.signedIn) {
      // Another person has signed in: nothing of the one before may stay on the screen.
      clearStoredDrafts()
      location.replace('/')
    }
  }
  session.subscribe(() => {
    const now = session.get()
    if (now.state === 'signed-in') broadcastToTabs({ signedIn: now.user.id })
  })
}
