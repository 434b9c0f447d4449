import { createHash, randomUUID } from 'node:crypto'
import { HOUR_MS } from '../../domain/durations.ts'
import { PLATFORM, type VendorId } from '../../domain/ids.ts'
import { IDEMPOTENCY_KEPT_HOURS, IDEMPOTENCY_LEASE_SECONDS } from '../../domain/limits.ts'
import type { Tx } from '../db/db.ts'
import { inBatches } from '../db/in-batches.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import * as sql from './cross-vendor.sql.ts'

/**
 * A request that is sent twice with one Idempotency-Key has one effect and one answer. The use case saves its answer in
 * the transaction of the effect, so a crash leaves both or neither, and a request that lost its lease to another cannot
 * commit.
 */
export interface IdempotencyRecord {
  /** Throws when another request with this key has taken over meanwhile, which rolls the effect back. */
  saveAnswer(tx: Tx, statusCode: number, answer: unknown): Promise<void>
}

/** For requests without a key, and calls that are not requests. */
export const NO_IDEMPOTENCY_KEY: IdempotencyRecord = { saveAnswer: async () => {} }

type Claim = { kind: 'first'; request: KeyedRequest } | { kind: 'replay'; statusCode: number; answer: string }

type IdempotencyDeps = Pick<Deps, 'db' | 'clock' | 'keyring'>

export async function claimKey(deps: IdempotencyDeps, of: sql.IdempotencyKey, request: unknown): Promise<Claim> {
  const requestHash = createHash('sha256').update(canonicalJson(request)).digest()
  const leaseToken = randomUUID()
  if (await sql.claim(deps.db, of, requestHash, leaseToken, deps.clock.now()))
    return { kind: 'first', request: new KeyedRequest(deps, of, leaseToken) }
  const first = await sql.find(deps.db, of)
  if (first && !first.requestHash.equals(requestHash)) throw new AppError('IDEMPOTENCY_KEY_REUSED')
  if (first?.statusCode == null || !first.answerCipher) throw inFlight()
  const cipher = await deps.keyring.of(deps.db, PLATFORM)
  return { kind: 'replay', statusCode: first.statusCode, answer: cipher.open(ANSWER, first.answerCipher) }
}

/** Holds the key of a request and renews its lease until the request ends. */
export class KeyedRequest implements IdempotencyRecord {
  private isSaved = false
  private readonly renewal: NodeJS.Timeout
  private readonly deps: IdempotencyDeps
  private readonly of: sql.IdempotencyKey
  private readonly leaseToken: string

  constructor(deps: IdempotencyDeps, of: sql.IdempotencyKey, leaseToken: string) {
    this.deps = deps
    this.of = of
    this.leaseToken = leaseToken
    const renew = () => void sql.renew(deps.db, of, leaseToken).catch(() => {}) // the next renewal may succeed
    this.renewal = setInterval(renew, (IDEMPOTENCY_LEASE_SECONDS * 1000) / 3).unref()
  }

  async saveAnswer(tx: Tx, statusCode: number, answer: unknown) {
    if (!(await this.store(tx, statusCode, JSON.stringify(answer)))) throw inFlight()
    this.isSaved = true
  }

  /** Called at the end of the request. A refusal frees the key, so that the client can correct and repeat the request. */
  async finish(statusCode: number, answer: string) {
    clearInterval(this.renewal)
    const { db } = this.deps
    const succeeded = statusCode >= 200 && statusCode < 300
    if (succeeded && !this.isSaved) await this.store(db, statusCode, answer)
    else if (!succeeded) await sql.release(db, this.of, this.leaseToken)
  }

  private async store(db: Tx | Deps['db'], statusCode: number, answer: string) {
    const cipher = await this.deps.keyring.of(this.deps.db, PLATFORM)
    return sql.saveAnswer(db, this.of, this.leaseToken, statusCode, cipher.seal(ANSWER, answer))
  }
}

const ANSWER = 'idempotency.answer'
const inFlight = () => new AppError('IDEMPOTENCY_IN_FLIGHT', { retryAfterSeconds: 1 })

/** JSON with sorted keys, so that equal values have the same text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`
}

export async function purgeIdempotencyKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const end = new Date(clock.now().getTime() - IDEMPOTENCY_KEPT_HOURS * HOUR_MS)
  await inBatches(db, (tx) => sql.removeOlderThan(tx, end))
}

/** Forgets the stored answers to a vendor's requests. */
export const forgetAnswers = (tx: Tx, vendorId: VendorId) => sql.removeOf(tx, vendorId)
