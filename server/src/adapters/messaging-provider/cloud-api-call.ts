import { Agent, type Dispatcher, errors, type FormData, request } from 'undici'
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

/** One authenticated request, never repeated here: the provider has no idempotency key. */
export function cloudApiCalls(settings: CloudApiSettings) {
  const { baseUrl, version, token, timeoutMs = TIMEOUT_MS } = settings
  const root = `${baseUrl.replace(/\/+$/, '')}/${version}`
  const dispatcher = new Agent({
    connections: CONNECTIONS_MAX,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs) },
    maxResponseSize: ANSWER_BYTES_MAX,
    // A connection that the provider closes while we write to it would leave us not knowing.
    keepAliveTimeout: 4_000,
  })
  return {
    async exchange({ method, path, body, headers }: CloudApiCall): Promise<Exchange> {
      const options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'> = {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(typeof body === 'string' && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: body ?? null,
        signal: AbortSignal.timeout(timeoutMs),
      }
      try {
        const { statusCode: status, headers, body: answer } = await request(root + path, { ...options, dispatcher })
        return { kind: 'answer', status, json: parse(await answer.text()), headers }
      } catch (error) {
        return { kind: isBeforeTheRequest(error) ? 'not-sent' : 'unknown' }
      }
    },
    close: () => dispatcher.destroy(),
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
  const read = ErrorBody.safeParse(json)
  return read.success ? read.data.error : undefined
}
