import { EXIT, Failure } from '../failure.ts'
import type { Multipart } from '../multipart.ts'
import { apiErrorOf, notHarkara, RETRY_FOR_MS } from './api-error.ts'
import { TemporaryFailure, withRetries } from './retry.ts'

/** The credentials. An expired token is renewed at most once per call. */
export interface SignIn {
  token(): string | undefined
  renew(api: Api): Promise<boolean>
}

interface Request {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  json?: unknown
  /** Creates the body for each attempt. */
  body?: (end: AbortSignal) => Multipart
  idempotencyKey?: string
  /** Sent without credentials, for sign-in itself. */
  isOpen?: boolean
  /** No total time limit, only an idle timeout. */
  isLong?: boolean
}

export type Api = ReturnType<typeof createApi>

/** Before the first response, a wrong URL is more likely than a restart, so the time limit is shorter. */
const FIRST_RETRY_FOR_MS = 2_000
const CALL_TIMEOUT_MS = 60_000

/**
 * Calls the public API. Lost connections and temporary errors are retried; a POST that must not happen twice has the
 * same Idempotency-Key on every attempt.
 */
export function createApi(url: string, signIn: SignIn, onWait: (failure: TemporaryFailure, pauseMs: number) => void) {
  const base = apiBase(url)
  let hasAnswered = false

  /** `read` consumes the response; if the connection is lost meanwhile, the call is retried. */
  const call = <T>(request: Request, read: (response: Response) => Promise<T>): Promise<T> =>
    withRetries(
      async () => {
        const end = new AbortController()
        try {
          const response = await renewing(request, end.signal)
          hasAnswered = true
          if (response.status >= 300 && response.status < 400) throw notHarkara(response)
          if (!response.ok) throw await apiErrorOf(response)
          return await read(response)
        } catch (error) {
          throw connectionLost(error, url, hasAnswered ? RETRY_FOR_MS : FIRST_RETRY_FOR_MS)
        } finally {
          end.abort() // stops anything still being sent, such as a file that was rejected early
        }
      },
      { onWait },
    )

  async function renewing(request: Request, end: AbortSignal): Promise<Response> {
    const response = await send(request, end)
    if (response.status !== 401 || request.isOpen || !(await signIn.renew(api))) return response
    await response.body?.cancel()
    return send(request, end)
  }

  function send({ method, path, json, body, idempotencyKey, isOpen, isLong }: Request, end: AbortSignal) {
    const token = isOpen ? undefined : signIn.token()
    const upload = body?.(end)
    const type = upload?.type ?? (json === undefined ? undefined : 'application/json')
    return fetch(`${base}${path}`, {
      method,
      redirect: 'manual',
      signal: isLong ? end : AbortSignal.any([end, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
      headers: {
        ...(type !== undefined && { 'content-type': type }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(upload && { body: upload.content, duplex: 'half' as const }),
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
  }

  const api = {
    url,
    call,
    json: <T>(request: Request) => call(request, (response) => readJson<T>(response)),
    get: <T>(path: string) => api.json<T>({ method: 'GET', path }),
  }
  return api
}

/** A URL that ends in a version is the API base URL; otherwise it is the URL of the product. */
export function apiBase(url: string): string {
  const bare = url.replace(/\/+$/, '')
  return /\/v\d+$/.test(bare) ? bare : `${bare}/api/v1`
}

async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text()
  try {
    return JSON.parse(text || '{}')
  } catch {
    throw notHarkara(response)
  }
}

/** Messages of fetch for connection errors. */
const isAboutTheConnection = (error: unknown): error is Error =>
  (error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message)) ||
  (error instanceof Error && error.name === 'TimeoutError')

/** Fetch throws the same error if the request body fails, which is not a network problem. */
function connectionLost(error: unknown, url: string, retryForMs: number): unknown {
  if (!isAboutTheConnection(error)) return error
  const cause = error.cause instanceof Error ? error.cause : error
  if (cause.name === 'NotReadableError' || (cause instanceof TypeError && cause !== error)) return cause
  const sentence = `Cannot reach ${url}: ${reasonOf(cause)}.`
  const isPassing = cause === error || ('code' in cause && typeof cause.code === 'string')
  return isPassing ? new TemporaryFailure(sentence, retryForMs) : new Failure(EXIT.noAccess, sentence)
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'the host name cannot be resolved',
  ECONNRESET: 'the connection was interrupted',
  UND_ERR_SOCKET: 'the connection was interrupted',
  EPIPE: 'the connection was interrupted',
  ETIMEDOUT: 'the request timed out',
}

function reasonOf(cause: Error): string {
  const code = 'code' in cause ? String(cause.code) : ''
  if (cause.name === 'TimeoutError' || (code.startsWith('UND_ERR_') && code.endsWith('_TIMEOUT')))
    return 'the request timed out'
  return REASONS[code] ?? (cause.message || code || 'the connection failed')
}
