import { createHash, randomUUID } from 'node:crypto'
import { PLATFORM } from '../../domain/ids.ts'
import { IDEMPOTENCY_LEASE_SECONDS } from '../../domain/limits.ts'
import type { Tx } from '../db/db.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import * as sql from './sql.ts'

/**
 * The same request sent twice with one key has one effect and one answer. What makes it exact is `remember`: a use case
 * keeps its answer in the transaction that has the effect, so no crash can part them, and a request that lost its lease
 * to another cannot commit.
 */
export interface Once {
  /** Keeps the answer with the effect. Throws when another request with this key has taken over meanwhile. */
  remember(tx: Tx, statusCode: number, answer: unknown): Promise<void>
}

/** For requests without a key: each call is its own. */
export const UNKEYED: Once = { remember: async () => {} }

export type Claim = { kind: 'first'; call: KeyedCall } | { kind: 'replay'; statusCode: number; answer: string }

type IdempotencyDeps = Pick<Deps, 'db' | 'clock' | 'keyring'>

export async function claimKey(deps: IdempotencyDeps, of: sql.KeyOf, request: unknown): Promise<Claim> {
  const requestHash = createHash('sha256').update(canonicalJson(request)).digest()
  const leaseToken = randomUUID()
  if (await sql.claim(deps.db, of, requestHash, leaseToken, deps.clock.now()))
    return { kind: 'first', call: new KeyedCall(deps, of, leaseToken) }
  const first = await sql.find(deps.db, of)
  if (first && !first.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (first?.statusCode == null || !first.answerCipher) throw inFlight()
  const cipher = await deps.keyring.of(deps.db, PLATFORM)
  return { kind: 'replay', statusCode: first.statusCode, answer: cipher.open(ANSWER, first.answerCipher) }
}

/** A request that holds its key: the lease is renewed until it ends. */
export class KeyedCall implements Once {
  private remembered = false
  private readonly renewal: NodeJS.Timeout
  private readonly deps: IdempotencyDeps
  private readonly of: sql.KeyOf
  private readonly leaseToken: string

  constructor(deps: IdempotencyDeps, of: sql.KeyOf, leaseToken: string) {
    this.deps = deps
    this.of = of
    this.leaseToken = leaseToken
    const renew = () => void sql.renew(deps.db, of, leaseToken).catch(() => {}) // the next one may work
    this.renewal = setInterval(renew, (IDEMPOTENCY_LEASE_SECONDS * 1000) / 3).unref()
  }

  async remember(tx: Tx, statusCode: number, answer: unknown) {
    if (!(await this.keep(tx, statusCode, JSON.stringify(answer)))) throw inFlight()
    this.remembered = true
  }

  /** At the end of the request: an answer that did something is kept, a refusal frees the key. */
  async finish(statusCode: number, answer: string) {
    clearInterval(this.renewal)
    const { db } = this.deps
    const succeeded = statusCode >= 200 && statusCode < 300
    if (succeeded && !this.remembered) await this.keep(db, statusCode, answer)
    else if (!succeeded) await sql.release(db, this.of, this.leaseToken)
  }

  private async keep(db: Tx | Deps['db'], statusCode: number, answer: string) {
    const cipher = await this.deps.keyring.of(this.deps.db, PLATFORM)
    return sql.keepAnswer(db, this.of, this.leaseToken, statusCode, cipher.seal(ANSWER, answer))
  }
}

const ANSWER = 'idempotency.answer'
const inFlight = () => new AppError('IDEMPOTENCY_IN_FLIGHT', { retryAfterSeconds: 1 })

/** The same value always gives the same text, whatever order its keys were written in. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}
