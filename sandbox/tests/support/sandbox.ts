import { request } from 'node:http'
import { afterEach, beforeEach } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { sign } from '../../src/http/signature.ts'
import { type RunningSandbox, startSandbox } from '../../src/start.ts'

export const SECRET = 'a-secret-of-this-test'

/** A sandbox on free ports for every test of a file, talked to over real sockets. */
export function useSandbox(env: Record<string, string> = {}) {
  let running: RunningSandbox
  beforeEach(async () => {
    running = await startSandbox(readConfig({ SANDBOX_PORT: '0', SANDBOX_SECRET: SECRET, ...env }))
  })
  afterEach(() => running.close())

  const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
    call(running.url, method, path, typeof body === 'string' ? body : JSON.stringify(body), headers)
  return {
    url: () => running.url,
    smtpUrl: () => running.smtpUrl,
    get: (path: string, headers?: Record<string, string>) => send('GET', path, undefined, headers),
    send,
    register: (webhookUrl: string, offsetSeconds = 0) => {
      const raw = JSON.stringify({ webhookUrl, offsetSeconds })
      return send('PUT', '/control/product', raw, { 'x-sandbox-signature': sign(SECRET, raw) })
    },
  }
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  json: any
}

/** Unlike fetch this sends any header it is told to, Host and Origin included. */
export function call(base: string, method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const content =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise<Answer>((resolve, reject) => {
    const outgoing = request(
      `${base}${path}`,
      { method, headers: { ...content, ...headers }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk) => chunks.push(chunk))
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parse(text) })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
