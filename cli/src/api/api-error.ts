import { EXIT, Failure } from '../failure.ts'
import { Obstacle } from './retry.ts'
import type { Problem } from './shapes.ts'

/** Long enough for a restart of the product, and for the lease of an upload whose connection was cut. */
export const PATIENCE_MS = 120_000

/** The API said no. */
export class Refusal extends Failure {
  override name = 'Refusal'
  readonly problem: Problem
  readonly status: number
  constructor(status: number, problem: Problem, sentence = sentenceOf(problem)) {
    super(status === 401 ? EXIT.noAccess : EXIT.failed, sentence, { ...problem })
    this.status = status
    this.problem = problem
  }
}

const PASSING = new Set([429, 502, 503, 504])

/** What an answer that is not a success means: an obstacle if the same request may succeed later. */
export async function refusalOf(response: Response): Promise<Failure> {
  const { status } = response
  const text = await response.text()
  const problem = problemIn(text)
  const isPassing = PASSING.has(status) || problem?.code === 'IDEMPOTENCY_IN_FLIGHT'
  if (isPassing) {
    const sentence = problem ? sentenceOf(problem) : `The server is not available right now (HTTP ${status}).`
    return new Obstacle(sentence, PATIENCE_MS, retryAfterMs(response.headers.get('retry-after')), { ...problem })
  }
  return problem ? new Refusal(status, problem) : notHarkara(response)
}

const ERRORS_NAMED = 5

/** Several things may be wrong at once; `detail` names the first. */
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

/** Tokens and files are not carried along to wherever a redirect points: the person decides. */
export function notHarkara(response: Response): Failure {
  const target = response.headers.get('location')
  const { origin } = new URL(response.url)
  const sentence = target
    ? `${origin} sends elsewhere, to ${new URL(target, response.url).origin}. If that is right, give it as --url.`
    : `What answers at ${origin} is not the Harkara API (HTTP ${response.status}). Check --url.`
  return new Failure(EXIT.noAccess, sentence)
}

/** Seconds, or a date. */
function retryAfterMs(header: string | null): number {
  if (header === null) return 0
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0
}
