import { pageSettings } from './page-settings.ts'
import { ApiProblem, ConnectionLost, isProblem, SignedOut } from './problem.ts'
import {
  currentToken,
  expireSession,
  requireMfaSetup,
  type SessionResponse,
  setSession,
  whenSessionResolved,
} from './session.ts'
import { markOffline, markOnline } from './state/connection.ts'

export type Query = Readonly<Record<string, string | number | boolean | undefined>>

interface RequestOptions {
  query?: Query | undefined
  body?: unknown
  /** Repeated requests with the same key are executed once. */
  idempotencyKey?: string | undefined
  signal?: AbortSignal | undefined
  /** Sends no token, and does not treat a 401 as an expired session. */
  isSignIn?: boolean
}

/** Sends a request with the current session and parses the JSON response. Throws `ApiProblem` for error responses. */
export async function request<Result>(method: string, path: string, options: RequestOptions = {}): Promise<Result> {
  const response = await send(method, path, options)
  if (response.status === 204) return undefined as Result
  return (await response.json()) as Result
}

/** Like `request`, but returns the raw response. */
export async function send(method: string, path: string, options: RequestOptions = {}): Promise<Response> {
  return options.isSignIn ? attempt(method, path, options) : withSession(() => attempt(method, path, options))
}

/** Runs a request and repeats it once with a new token if the token has expired. */
export async function withSession<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const token = currentToken()
  try {
    return await attempt()
  } catch (error) {
    if (!isProblem(error, 'UNAUTHENTICATED')) throw error
    // A concurrent request may already have refreshed the token.
    if (token === currentToken()) await refreshSession()
    if ((await whenSessionResolved()) === 'signed-out') throw new SignedOut()
    return attempt()
  }
}

async function attempt(method: string, path: string, options: RequestOptions): Promise<Response> {
  const { body, idempotencyKey, signal, isSignIn } = options
  const isForm = body instanceof FormData
  const response = await fetchOrThrow(urlOf(path, options.query), {
    method,
    headers: {
      ...headersOf(isSignIn ? undefined : currentToken(), idempotencyKey),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  })
  if (response.ok) return response
  const problem = await problemOf(response)
  if (problem.code === 'MFA_REQUIRED') requireMfaSetup()
  throw problem
}

export const headersOf = (token: string | undefined, idempotencyKey: string | undefined): Record<string, string> => ({
  'x-client': 'portal',
  ...(token && { authorization: `Bearer ${token}` }),
  ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
})

async function fetchOrThrow(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init)
    markOnline()
    return response
  } catch (error) {
    if (init.signal?.aborted) throw error
    markOffline()
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

let refreshing: Promise<void> | undefined

/** Gets a new access token with the refresh cookie. Concurrent calls, also from other tabs, run one at a time. */
export function refreshSession(): Promise<void> {
  refreshing ??= withRefreshLock(refreshOnce).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function refreshOnce() {
  try {
    setSession(await request<SessionResponse>('POST', '/auth/refresh', { isSignIn: true }))
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status >= 500 || error.status === 429) throw error
    expireSession()
  }
}

/** A refresh token works once, so two tabs must not use the same one. Pages served over plain HTTP have no Web Locks. */
const withRefreshLock = (work: () => Promise<void>): Promise<void> =>
  navigator.locks?.request ? navigator.locks.request('harkara-refresh', work) : work()
