import { EXIT, Failure } from '../failure.ts'
import { TemporaryFailure } from './retry.ts'
import type { Problem } from './shapes.ts'

/** Long enough for a restart of the product and for the lease of an interrupted upload. */
export const RETRY_FOR_MS = 120_000

/** An error response of the API. */
export class ApiError extends Failure {
  override name = 'ApiError'
  readonly problem: Problem
  readonly status: number
  constructor(status: number, problem: Problem, sentence = sentenceOf(problem)) {
    super(status === 401 ? EXIT.noAccess : EXIT.failed, sentence, { ...problem })
    this.status = status
    this.problem = problem
  }
}

const PASSING = new Set([429, 502, 503, 504])

/** Converts an error response: a temporary failure if the same request may succeed later. */
export async function apiErrorOf(response: Response): Promise<Failure> {
  const { status } = response
  const text = await response.text()
  const problem = problemIn(text)
  const isPassing = PASSING.has(status) || problem?.code === 'IDEMPOTENCY_IN_FLIGHT'
  if (isPassing) {
    const sentence = problem ? sentenceOf(problem) : `The server is temporarily unavailable (HTTP ${status}).`
    return new TemporaryFailure(sentence, RETRY_FOR_MS, retryAfterMs(response.headers.get('retry-after')), {
      ...problem,
    })
  }
  return problem ? new ApiError(status, problem) : notHarkara(response)
}

const ERRORS_NAMED = 5

/** Lists the field errors, because `detail` contains only the first. */
function sentenceOf({ detail, requestId, errors = [] }: Problem): string {
  const named = errors.slice(0, ERRORS_NAMED).map(({ path, message }) => `${path}: ${message}`)
  return `${named.join('; ') || detail}${requestId ? ` (request ${requestId})` : ''}`
}

function problemIn(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text)
    return typeof body?.code === 'string' && typeof body?.detail === 'string' ? body : undefined
  } catch {
    return undefined
  }
}

/** Redirects are not followed, because tokens and files must not be sent to another server. */
export function notHarkara(response: Response): Failure {
  const target = response.headers.get('location')
  const { origin } = new URL(response.url)
  const sentence = target
    ? `${origin} redirects to ${new URL(target, response.url).origin}. If that is correct, use it as --url.`
    : `${origin} is not a Harkara API (HTTP ${response.status}). Check --url.`
  return new Failure(EXIT.noAccess, sentence)
}

/** Retry-After is a number of seconds or a date. */
function retryAfterMs(header: string | null): number {
  if (header === null) return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0
}
