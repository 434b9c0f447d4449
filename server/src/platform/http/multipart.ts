import type { FastifyRequest } from 'fastify'

/** Errors while a form is read are errors of the request: it cannot be parsed, or it ended early. */
export async function* withParseErrors<Piece>(
  open: () => AsyncIterable<Piece>,
  parseError: () => Error,
): AsyncGenerator<Piece> {
  try {
    yield* open()
  } catch {
    throw parseError()
  }
}

/** A client that sends the whole body before it reads the response would wait forever if the rest were not read. */
export function drainRequest({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
}
