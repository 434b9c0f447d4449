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
  /** From the first byte of the request to the last of the answer. */
  timeoutMs?: number
}

/** What came back: a readable body, nothing because no connection came about, or nobody knows. */
export type Exchange =
  | { kind: 'answer'; status: number; json: unknown; headers: Record<string, string | string[] | undefined> }
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
const ANSWER_BYTES_MAX = 1024 * 1024
const CONNECTIONS_MAX = 128
/** The request never left: the address was not found, nobody listened, or the handshake failed. */
const BEFORE_THE_REQUEST = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/**
 * One authenticated request, never repeated here: the provider has no idempotency key. Underneath undici's `request`,
 * whose streams and signals cost more than everything else that a message takes.
 */
export function cloudApiCalls(settings: CloudApiSettings) {
  const { baseUrl, version, token, timeoutMs = TIMEOUT_MS } = settings
  const { origin, pathname } = new URL(baseUrl)
  const root = `${pathname.replace(/\/+$/, '')}/${version}`
  const pool = new Pool(origin, {
    connections: CONNECTIONS_MAX,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs) },
    maxResponseSize: ANSWER_BYTES_MAX,
    // A connection that the provider closes while we write to it would leave us not knowing.
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

/** Time runs from now on, not from when a connection is free. */
function exchangeHandler(timeoutMs: number, resolve: (exchange: Exchange) => void): Dispatcher.DispatchHandler {
  let request: Dispatcher.DispatchController | undefined
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    request?.abort(new errors.RequestAbortedError())
  }, timeoutMs)
  const end = (exchange: Exchange) => {
    clearTimeout(timer)
    resolve(exchange)
  }
  let answer: { status: number; headers: Record<string, string | string[] | undefined> } = { status: 0, headers: {} }
  const chunks: Buffer[] = []
  return {
    onRequestStart(controller) {
      request = controller
      if (isLate) controller.abort(new errors.RequestAbortedError())
    },
    onResponseStart(_, status, headers) {
      answer = { status, headers }
    },
    onResponseData(_, chunk) {
      chunks.push(chunk)
    },
    onResponseEnd: () => end({ kind: 'answer', ...answer, json: parse(Buffer.concat(chunks).toString()) }),
    onResponseError: (_, error) => end({ kind: isBeforeTheRequest(error) ? 'not-sent' : 'unknown' }),
  }
}

export type CloudApi = ReturnType<typeof cloudApiCalls>

function isBeforeTheRequest(error: unknown): boolean {
  if (error instanceof errors.ConnectTimeoutError) return true
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return BEFORE_THE_REQUEST.has(code)
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

/** The error body, if it is one. What its HTTP status says does not matter. */
export function readError(json: unknown) {
  // Most answers are none, and finding out in what ways they are none would be the dearest part of reading them.
  if (typeof json !== 'object' || json === null || !('error' in json)) return undefined
  const read = ErrorBody.safeParse(json)
  return read.success ? read.data.error : undefined
}
