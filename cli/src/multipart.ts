import { randomUUID } from 'node:crypto'

export interface Part {
  name: string
  value: string | { blob: Blob; fileName: string }
}

export interface Multipart {
  type: string
  content: AsyncIterable<Uint8Array>
}

/**
 * A multipart body whose files are read as they are sent. `FormData` is not used: Node.js 24 writes it from a promise
 * that nobody awaits, so that a connection lost meanwhile, or a file that was changed, ends the whole process.
 */
export function multipart(parts: readonly Part[]): Multipart {
  const boundary = `harkara-${randomUUID()}`
  return { type: `multipart/form-data; boundary=${boundary}`, content: contentOf(parts, boundary) }
}

async function* contentOf(parts: readonly Part[], boundary: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (const { name, value } of parts) {
    const isText = typeof value === 'string'
    const headers = isText
      ? `Content-Disposition: form-data; name="${quoted(name)}"`
      : `Content-Disposition: form-data; name="${quoted(name)}"; filename="${quoted(value.fileName)}"\r\n` +
        `Content-Type: ${value.blob.type || 'application/octet-stream'}`
    yield encoder.encode(`--${boundary}\r\n${headers}\r\n\r\n`)
    if (isText) yield encoder.encode(value)
    else yield* value.blob.stream()
    yield encoder.encode('\r\n')
  }
  yield encoder.encode(`--${boundary}--\r\n`)
}

/** As browsers write names in a header. */
const quoted = (name: string) => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
