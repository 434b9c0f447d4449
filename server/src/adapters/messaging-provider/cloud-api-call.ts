import { type Dispatcher, errors, type FormData, Pool } from 'undici'
import { z } from 'zod'

export interface CloudApiSettings {
  baseUrl: string
  /** Such as v18.0. */
  version: string
  token: string
  phoneNumberId: string
  wabaId: string
  appId: string
  /** From the first byte of the request to the last byte of the response. */
  timeoutMs?: number
}

/** The result of a request: a response, no connection (so the request was not sent), or unknown. */
export type Exchange =
  | { kind: 'response'; status: number; json: unknown; headers: Record<string, string | string[] | undefined> }
  | { kind: 'not-sent' }
  | { kind: 'unknown' }

export interface CloudApiCall {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: string | Buffer | FormData
  headers?: Record<string, string>
}

const TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_MS = 5_000
const RESPONSE_BYTES_MAX = 1024 * 1024
const CONNECTIONS_MAX = 128
/** The request was not sent: the address was not found, the connection was refused, or the handshake failed. */
const NOT_SENT_CODES = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * Sends one authenticated request. It is never retried here, because the provider has no idempotency key. Uses undici's
 * `dispatch`, because the streams and signals of `request` cost more CPU than everything else in sending a message.
 */
export function cloudApiCalls(settings: CloudApiSettings) {
  const { baseUrl, version, token, timeoutMs = TIMEOUT_MS } = settings
  const { origin, pathname } = new URL(baseUrl)
  const root = `${pathname.replace(/\/+$/, '')}/${version}`
  const pool = new Pool(origin, {
    connections: CONNECTIONS_MAX,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs) },
    maxResponseSize: RESPONSE_BYTES_MAX,
    // If the provider closes a connection while we write to it, the outcome is unknown; so idle connections are closed
    // early.
    keepAliveTimeout: 4_000,
  })
  const authorization = `Bearer ${token}`
  return {
    exchange: ({ method, path, body, headers }: CloudApiCall) =>
      new Promise<Exchange>((resolve) => {
        const type = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
        const options = { method, path: root + path, headers: { authorization, ...type, ...headers } }
        pool.dispatch({ ...options, body: body ?? null }, exchangeHandler(timeoutMs, resolve))
      }),
    close: () => pool.destroy(),
  }
}

/** The timeout starts now, not when a connection becomes free. */
function exchangeHandler(timeoutMs: number, resolve: (exchange: Exchange) => void): Dispatcher.DispatchHandler {
  let request: Dispatcher.DispatchController | undefined
  let hasTimedOut = false
  const timer = setTimeout(() => {
    hasTimedOut = true
    request?.abort(new errors.RequestAbortedError())
  }, timeoutMs)
  const end = (exchange: Exchange) => {
    clearTimeout(timer)
    resolve(exchange)
  }
  let response: { status: number; headers: Record<string, string | string[] | undefined> } = { status: 0, headers: {} }
  const chunks: Buffer[] = []
  return {
    onRequestStart(controller) {
      request = controller
      if (hasTimedOut) controller.abort(new errors.RequestAbortedError())
    },
    onResponseStart(_, status, headers) {
      response = { status, headers }
    },
    onResponseData(_, chunk) {
      chunks.push(chunk)
    },
    onResponseEnd: () => end({ kind: 'response', ...response, json: parse(Buffer.concat(chunks).toString()) }),
    onResponseError: (_, error) => end({ kind: wasNotSent(error) ? 'not-sent' : 'unknown' }),
  }
}

function wasNotSent(error: unknown): boolean {
  if (error instanceof errors.ConnectTimeoutError) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return NOT_SENT_CODES.has(code)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const ErrorBody = z.object({
  error: z.object({
    code: z.int(),
    message: z.string().default(''),
    error_subcode: z.int().optional(),
    error_user_title: z.string().optional(),
    error_user_msg: z.string().optional(),
    error_data: z.object({ details: z.string().optional() }).optional(),
  }),
})

/** The error body, if there is one, whatever the HTTP status. */
export function readError(json: unknown) {
  // Most responses have no error, and building the validation issues would be the most expensive part of reading them.
  if (typeof json !== 'object' || json === null || !('error' in json)) return undefined
  const parsed = ErrorBody.safeParse(json)
  return parsed.success ? parsed.data.error : undefined
}
