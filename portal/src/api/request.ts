import { noteLost, noteUp } from './connection.ts'
import { pageSettings } from './page-settings.ts'
import { ApiProblem, ConnectionLost, isProblem, SignedOut } from './problem.ts'
import { currentToken, enter, expire, type SessionAnswer, settled } from './session.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

export interface RequestOptions {
  query?: Query | undefined
  body?: unknown
  /** Repeated requests with the same key are executed once. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Sends no token, and does not treat a 401 as an expired session. */
  isSignIn?: boolean
}

/** Sends a request with the current session and parses the JSON response. Throws `ApiProblem` for error responses. */
export async function request<Answer>(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
  const response = await send(method, path, options)
  if (response.status === 204) return undefined as Answer
  return (await response.json()) as Answer
}

/** Like `request`, but returns the raw response. */
export async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  return options.isSignIn ? attempt(method, path, options) : signedIn(() => attempt(method, path, options))
}

/** Runs a request and repeats it once with a new token if the token has expired. */
export async function signedIn<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  const token = currentToken()
  try {
    return await attempt()
  } catch (error) {
    if (!isProblem(error, 'UNAUTHENTICATED')) throw error
    // A concurrent request may already have refreshed the token.
    if (token === currentToken()) await renew()
    if ((await settled()) === 'out') throw new SignedOut()
    return attempt()
  }
}

async function attempt(method: string, path: string, options: RequestOptions): Promise<Response> {
  const { body, idempotencyKey, signal, isSignIn } = options
  const isForm = body instanceof FormData
  const response = await reach(urlOf(path, options.query), {
    method,
    headers: {
      ...headersOf(isSignIn ? undefined : currentToken(), idempotencyKey),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (response.ok) return response
  throw await problemOf(response)
}

export const headersOf = (token: string | undefined, idempotencyKey: string | undefined): Record<string, string> => ({
  'x-client': 'portal',
  ...(token && { authorization: `Bearer ${token}` }),
  ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
})

async function reach(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    noteUp()
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    noteLost()
    throw new ConnectionLost('no answer')
  }
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const retryAfter = Number(response.headers.get('retry-after')) || undefined
  const isJson = response.headers.get('content-type')?.includes('json')
  const body = isJson ? await response.json().catch(() => ({})) : {}
  return new ApiProblem(response.status, { requestId: response.headers.get('x-request-id') ?? '', ...body }, retryAfter)
}

export function urlOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const search = new URLSearchParams(given).toString()
  return `${pageSettings.apiPrefix}${path}${search && `?${search}`}`
}

let renewal: Promise<void> | undefined

/** Gets a new access token with the refresh cookie. Concurrent calls, also from other tabs, run one at a time. */
export function renew(): Promise<void> {
  renewal ??= inTurn(renewOnce).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renewOnce() {
  try {
    enter(await request<SessionAnswer>('POST', '/auth/refresh', { isSignIn: true }))
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 429) throw error
    expire()
  }
}

/** A refresh token works once, so two tabs must not use the same one. Pages served over plain HTTP have no Web Locks. */
const inTurn = (work: () => Promise<void>): Promise<void> =>
  navigator.locks?.request ? navigator.locks.request('harkara-refresh', work) : work()
