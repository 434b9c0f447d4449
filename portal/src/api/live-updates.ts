import { renew, urlOf } from './request.ts'
import { currentToken, settled } from './session.ts'

const OPEN_AGAIN_MS = 5_000
const DONE = 1000
const SIGNED_OUT = 4401

interface Follower<Message> {
  onMessage: (message: Message) => void
  /** While the connection is down, callers have to poll. */
  onLive: (isLive: boolean) => void
}

/** Subscribes to the messages pushed at `path` and reconnects until the server closes the stream. Returns an unsubscribe function. */
export function follow<Message>(path: string, { onMessage, onLive }: Follower<Message>): () => void {
  let socket: WebSocket | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  function open() {
    const token = currentToken()
    if (isStopped || !token) return
    socket = new WebSocket(socketUrl(path), ['harkara', `bearer.${token}`])
    socket.onopen = () => onLive(true)
    socket.onmessage = ({ data }) => onMessage(JSON.parse(data))
    socket.onclose = ({ code }) => {
      if (isStopped) return
      onLive(false)
      if (code === SIGNED_OUT) void signInAgain().then(open, openLater)
      else if (code !== DONE) openLater()
    }
  }
  const openLater = () => {
    again = setTimeout(open, OPEN_AGAIN_MS)
  }
  open()
  return () => {
    isStopped = true
    clearTimeout(again)
    socket?.close()
  }
}

async function signInAgain() {
  await renew()
  await settled()
}

const socketUrl = (path: string) => new URL(urlOf(path), location.href).href.replace(/^http/, 'ws')
