import type { App } from './app.ts'

/** The largest callback a provider sends. */
const WEBHOOK_BYTES_MAX = 4 * 1024 * 1024

/**
 * Routes whose bodies arrive as the exact bytes that were sent: a signature covers bytes, and JSON that was parsed and
 * written again is other bytes. `request.body` is a Buffer, empty when there was none.
 */
export function withRawBody(app: App, routes: (raw: App) => void) {
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: WEBHOOK_BYTES_MAX },
      async (_: unknown, body: Buffer) => body,
    )
    routes(raw as App)
  })
}

export const rawBody = (body: unknown): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
