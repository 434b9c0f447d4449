import { refreshSession, urlOf } from './request.ts'
import { currentToken, whenSessionResolved } from './session.ts'

const RECONNECT_MS = 5_000
const CLOSE_NORMAL = 1000
const CLOSE_UNAUTHENTICATED = 4401

interface StreamHandlers<Message> {
  onMessage: (message: Message) => void
  /** While the connection is down, callers have to poll. */
  onLive: (isLive: boolean) => void
}

/** Subscribes to the messages pushed at `path` and reconnects until the server closes the stream. Returns an unsubscribe function. */
export function subscribe<Message>(path: string, { onMessage, onLive }: StreamHandlers<Message>): () => void {
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
      if (code === CLOSE_UNAUTHENTICATED) void renewSession().then(open, scheduleReconnect)
      else if (code !== CLOSE_NORMAL) scheduleReconnect()
    }
  }
  const scheduleReconnect = () => {
    again = setTimeout(open, RECONNECT_MS)
  }
  open()
  return () => {
    isStopped = true
    clearTimeout(again)
    socket?.close()
  }
}

async function renewSession() {
  await refreshSession()
  await whenSessionResolved()
}

const socketUrl = (path: string) => new URL(urlOf(path), location.href).href.replace(/^http/, 'ws')
