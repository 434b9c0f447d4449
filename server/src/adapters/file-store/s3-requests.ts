import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, request as send } from 'undici'

export interface S3Settings {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

interface S3Call {
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
  tries?: number
  /** Called before a retry if the last attempt may have been carried out without our knowledge. */
  onUnclear?: () => void
}

interface S3Response {
  status: number
  header(name: string): string | undefined
  body: AsyncIterable<Uint8Array>
  text(): Promise<string>
}

export type S3Request = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', key: string, call?: S3Call) => Promise<S3Response>

/** The store rejected the request. `code` is S3's error code, such as NoSuchKey. */
export class S3Refused extends Error {
  override name = 'S3Refused'
  readonly status: number
  readonly code: string
  constructor(method: string, status: number, code: string) {
    super(`S3 responded ${status} ${code} to ${method}`)
    this.status = status
    this.code = code
  }
}

const TRIES_MAX = 4
const RETRY_WAIT_MS = 100
const CONNECT_TIMEOUT_MS = 5_000
const SILENCE_TIMEOUT_MS = 30_000

/** Signed requests, retried when the store is overloaded, failing or unreachable. Every request here is idempotent. */
export function s3Requests(settings: S3Settings): S3Request {
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: SILENCE_TIMEOUT_MS,
    bodyTimeout: SILENCE_TIMEOUT_MS,
  })

  async function once(method: string, key: string, call: S3Call): Promise<S3Response> {
    const url = new URL(`${settings.endpoint.replace(/\/$/, '')}/${settings.bucket}/${key}`)
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value)
    // With the signed hash the store rejects a body that was damaged in transit.
    const hash = createHash('sha256')
      .update(call.body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      ...settings,
      service: 's3',
      method,
      url: url.href,
      headers: { ...call.headers, 'x-amz-content-sha256': hash },
    })
    const { headers } = await signer.sign()
    const response = await send(url, {
      method: method as 'GET',
      headers: Object.fromEntries(headers),
      body: call.body ?? null,
      dispatcher,
    })
    if (response.statusCode >= 200 && response.statusCode < 300)
      return {
        status: response.statusCode,
        header: (name) => [response.headers[name]].flat()[0],
        body: response.body,
        text: () => response.body.text(),
      }
    const code = /<Code>(\w+)<\/Code>/.exec(await response.body.text())?.[1] ?? ''
    throw new S3Refused(method, response.statusCode, code)
  }

  return async (method, key, call = {}) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(method, key, call)
      } catch (error) {
        if (attempt >= (call.tries ?? TRIES_MAX) || !isRetryable(error)) throw error
        call.onUnclear?.()
        await sleep(RETRY_WAIT_MS * 2 ** attempt * (0.5 + Math.random()))
      }
    }
  }
}

/** Errors without a response are failed connections: refused, reset or timed out. */
const isRetryable = (error: unknown) => !(error instanceof S3Refused) || error.status >= 500 || error.status === 429
