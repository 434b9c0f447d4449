import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiProblem, ConnectionLost, errorMessage, SignedOut } from './problem.ts'
import { request } from './request.ts'
import { clearSession, type SessionResponse, session, setSession } from './session.ts'
import { connection } from './state/connection.ts'

const answerOf = (accessToken: string) =>
  ({
    accessToken,
    tokenType: 'Bearer',
    expiresIn: 900,
    user: {
      id: 'u',
      email: 'asha@example.com',
      role: 'ADMIN',
      operatorRole: null,
      status: 'ACTIVE',
      mfaSetupRequired: false,
    },
    vendor: null,
  }) satisfies SessionResponse

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })
const refused = (status: number, code: string) => json(status, { code, detail: `because ${code}`, requestId: 'r-1' })

let calls: { url: string; init: RequestInit }[]
let server: (url: string, headers: Record<string, string>) => Response | Promise<Response>
beforeEach(() => {
  calls = []
  clearSession()
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    calls.push({ url, init })
    return server(url, (init.headers ?? {}) as Record<string, string>)
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A server that accepts one token and issues it on refresh. */
const knows = (token: string) => (url: string, headers: Record<string, string>) => {
  if (url.endsWith('/auth/refresh')) return json(200, answerOf(token))
  return headers['authorization'] === `Bearer ${token}` ? json(200, { url }) : refused(401, 'UNAUTHENTICATED')
}
const refreshes = () => calls.filter(({ url }) => url.endsWith('/auth/refresh')).length

test('a user whose company begins to require a second factor is led to its set-up', async () => {
  setSession(answerOf('token'))
  server = () => refused(403, 'MFA_REQUIRED')
  await expect(request('GET', '/contacts')).rejects.toThrow(ApiProblem)
  expect(session.get()).toMatchObject({ state: 'signed-in', user: { mfaSetupRequired: true } })
})

describe('an expired access token', () => {
  test('is refreshed once for concurrent requests, which then succeed', async () => {
    setSession(answerOf('old'))
    server = knows('new')
    const answers = await Promise.all(['/a', '/b', '/c'].map((path) => request<{ url: string }>('GET', path)))
    expect(answers.map(({ url }) => url)).toEqual(['/api/v1/a', '/api/v1/b', '/api/v1/c'])
    expect(refreshes()).toBe(1)
  })

  test('that cannot be refreshed: the request waits for sign-in and is repeated with its body and key', async () => {
    setSession(answerOf('old'))
    server = (url, headers) =>
      url.endsWith('/auth/refresh') ? refused(401, 'REFRESH_TOKEN_INVALID') : knows('again')(url, headers)
    const waiting = request<{ url: string }>('POST', '/save', { body: { name: 'x' }, idempotencyKey: 'k' })
    await vi.waitFor(() => expect(session.get().state).toBe('expired'))
    setSession(answerOf('again'))
    await waiting
    const init = calls.at(-1)?.init
    expect(init?.body).toBe('{"name":"x"}')
    expect(init?.headers).toMatchObject({ authorization: 'Bearer again', 'idempotency-key': 'k', 'x-client': 'portal' })
  })

  test('is not refreshed again by an answer that arrives after the new one', async () => {
    setSession(answerOf('old'))
    let answerLate: () => void = () => {}
    const late = new Promise<void>((resolve) => (answerLate = resolve))
    server = async (url, headers) => {
      if (url.endsWith('/slow') && headers['authorization'] === 'Bearer old') await late
      return knows('new')(url, headers)
    }
    const slow = request<{ url: string }>('GET', '/slow')
    await request('GET', '/fast')
    answerLate()
    expect((await slow).url).toBe('/api/v1/slow')
    expect(refreshes()).toBe(1)
  })

  test.each([429, 500, 503])('is kept when the server answers the refresh with %i', async (status) => {
    setSession(answerOf('old'))
    server = (url, headers) =>
      url.endsWith('/auth/refresh') ? refused(status, 'SERVICE_UNAVAILABLE') : knows('new')(url, headers)
    const states: string[] = []
    const unsubscribe = session.subscribe(() => states.push(session.get().state))
    const waiting = request('GET', '/a').catch((error: unknown) => error)
    // A session that expires would leave the request waiting for the user.
    const ended = await Promise.race([waiting, vi.waitFor(() => expect(states).toContain('expired')).catch(() => {})])
    unsubscribe()
    expect(states).toEqual([])
    expect(ended).toMatchObject({ status })
  })

  test('rejects the waiting request when the user signs out instead', async () => {
    setSession(answerOf('old'))
    server = () => refused(401, 'UNAUTHENTICATED')
    const waiting = request('GET', '/a').catch((error: unknown) => error)
    await vi.waitFor(() => expect(session.get().state).toBe('expired'))
    clearSession()
    expect(await waiting).toBeInstanceOf(SignedOut)
  })
})

test('an error carries its message, request id and extension members', async () => {
  server = () =>
    json(402, { code: 'INSUFFICIENT_BALANCE', detail: 'too little', requestId: 'r-2', shortfallMinorUnit: 500 })
  const error = await request('POST', '/launch').catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(ApiProblem)
  expect(error).toMatchObject({ status: 402, requestId: 'r-2', members: { shortfallMinorUnit: 500 } })
  expect(errorMessage(error)).toBe('Too little.')
})

test('the connection is lost after a network error and back after a response', async () => {
  server = () => {
    throw new TypeError('Failed to fetch')
  }
  await expect(request('GET', '/a')).rejects.toBeInstanceOf(ConnectionLost)
  expect(connection.get()).toBe('lost')
  server = () => json(200, {})
  await request('GET', '/a')
  expect(connection.get()).toBe('up')
})
