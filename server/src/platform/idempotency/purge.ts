import { IDEMPOTENCY_KEPT_HOURS } from '../../domain/limits.ts'
import type { Deps } from '../deps.ts'
import * as sql from './sql.ts'

export async function purgeIdempotencyKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  await sql.removeOlderThan(db, new Date(clock.now().getTime() - IDEMPOTENCY_KEPT_HOURS * 3_600_000))
}
