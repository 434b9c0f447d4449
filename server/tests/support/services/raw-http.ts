import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProduct } from '../product.ts'

export interface RawRequest {
  method: string
  /** Sent unchanged: `..`, `//` and encoded letters are not normalised. */
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
}

export interface RawAnswer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** The product on a real port, for requests that an ordinary client would not send. */
export async function listen(product: TestProduct) {
  await product.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = product.app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 10 })
  product.lifecycle.onStop('raw client', async () => agent.destroy())
  const send = ({ method, path, headers: given = {}, body }: RawRequest) =>
    new Promise<RawAnswer>((resolve, reject) => {
      // Node would send the body of a GET or DELETE without its length.
      const headers = { ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }), ...given }
      const call = request({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      })
      call.on('error', reject)
      call.end(body)
    })
  return { port, send }
}
