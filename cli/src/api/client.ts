import { EXIT, Failure } from '../failure.ts'
import { notHarkara, PATIENCE_MS, refusalOf } from './refusal.ts'
import { Obstacle, retrying } from './retry.ts'

/** Who calls. A token that has run out may be renewed, once a call. */
export interface SignIn {
  token(): string | undefined
  renew(api: Api): Promise<boolean>
}

export interface Request {
  method: 'GET' | 'POST'
  path: string
  json?: unknown
  /** Written anew for every try, until that try has ended. */
  body?: (end: AbortSignal) => { content: ReadableStream; type: string }
  idempotencyKey?: string
  /** Signing in needs no sign-in. */
  isOpen?: boolean
  /** May take as long as it takes, as long as something moves. */
  isLong?: boolean
}

export type Api = ReturnType<typeof createApi>

/** While nothing has ever answered, a wrong address is likelier than a restart. */
const FIRST_PATIENCE_MS = 2_000
const CALL_TIMEOUT_MS = 60_000

/**
 * Calls the public API. Lost connections and passing refusals are tried again; a POST that must not happen twice
 * carries the same Idempotency-Key on every try.
 */
export function createApi(url: string, signIn: SignIn, onWait: (obstacle: Obstacle, pauseMs: number) => void) {
  const base = apiBase(url)
  let hasAnswered = false

  /** `read` takes the answer in; when the connection is lost while it does, the call begins anew. */
  const call = <T>(request: Request, read: (response: Response) => Promise<T>): Promise<T> =>
    retrying(
      async () => {
        const end = new AbortController()
        try {
          const response = await renewing(request, end.signal)
          hasAnswered = true
          if (response.status >= 300 && response.status < 400) throw notHarkara(response)
          if (!response.ok) throw await refusalOf(response)
          return await read(response)
        } catch (error) {
          throw connectionLost(error, url, hasAnswered ? PATIENCE_MS : FIRST_PATIENCE_MS)
        } finally {
          end.abort() // whatever is still on its way, such as a file that was refused at its first bytes
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

/** A URL that ends in a version already names the API; otherwise it is where the product is. */
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

/** The words of fetch for "there is, or was, no connection". */
const isAboutTheConnection = (error: unknown): error is Error =>
  (error instanceof TypeError && /^(fetch failed|terminated)$/.test(error.message)) ||
  (error instanceof Error && error.name === 'TimeoutError')

/** Fetch says the same when the body that it was to send fails; that is no matter of the network. */
function connectionLost(error: unknown, url: string, patienceMs: number): unknown {
  if (!isAboutTheConnection(error)) return error
  const cause = error.cause instanceof Error ? error.cause : error
  if (cause.name === 'NotReadableError' || (cause instanceof TypeError && cause !== error)) return cause
  const sentence = `Cannot reach ${url}: ${reasonOf(cause)}.`
  const isPassing = cause === error || ('code' in cause && typeof cause.code === 'string')
  return isPassing ? new Obstacle(sentence, patienceMs) : new Failure(EXIT.noAccess, sentence)
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  ETIMEDOUT: 'no answer in time',
}

function reasonOf(cause: Error): string {
  const code = 'code' in cause ? String(cause.code) : ''
  if (cause.name === 'TimeoutError' || (code.startsWith('UND_ERR_') && code.endsWith('_TIMEOUT')))
    return 'no answer in time'
  return REASONS[code] ?? (cause.message || code || 'the connection failed')
}
