import type { App } from './app.ts'

/** The largest callback that a provider sends. */
const WEBHOOK_BYTES_MAX = 4 * 1024 * 1024

/**
 * Registers routes that receive the body as the exact bytes that were sent, because a signature covers bytes, and
 * parsing and serialising JSON changes them. `request.body` is a Buffer, which is empty without a body.
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
