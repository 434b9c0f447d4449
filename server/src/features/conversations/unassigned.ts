import { HOUR_MS } from '../../domain/durations.ts'
import { PLATFORM } from '../../domain/ids.ts'
import { providerIdsOf } from '../../platform/crypto/provider-ids.ts'
import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Page } from '../../platform/http/pagination.ts'
import type { Operator } from '../../platform/http/principal.ts'
import { recordRepeatedAction } from '../audit/record.ts'
import * as sql from './inbound.sql.ts'
import { openInbound } from './inbound-content.ts'

/** Incoming messages that no vendor matches, newest first. For operators. */
export async function listUnassigned(deps: Pick<Deps, 'db' | 'keyring'>, page: Page) {
  const [rows, total] = await Promise.all([
    sql.listInbound(deps.db, PLATFORM, page),
    sql.countInbound(deps.db, PLATFORM),
  ])
  const cipher = await deps.keyring.of(deps.db, PLATFORM)
  const ids = await providerIdsOf(deps, deps.db)
  const messages = rows.map(({ id, wamid, type, contentCipher, sentAt, receivedAt }) => {
    const { text, media, from } = openInbound(cipher, contentCipher)
    return {
      id,
      wamid: ids.open(wamid),
      from: from ?? null,
      type,
      text,
      media: media ?? null,
      sentAt: sentAt.toISOString(),
      receivedAt: receivedAt.toISOString(),
    }
  })
  return { messages, total }
}

/** These are numbers and texts of people, so the audit log says who read them. The portal reads them again and again. */
export async function recordReading({ db, clock }: Pick<Deps, 'db' | 'clock'>, { accountId: operatorId }: Operator) {
  const now = clock.now()
  const subject = { subjectType: 'provider', subjectId: 'unassigned' } as const
  const read = { operatorId, action: 'UNASSIGNED_READ', ...subject, before: {}, after: {} } as const
  await inTransaction(db, (tx) => recordRepeatedAction(tx, read, { withinMs: HOUR_MS }, now))
}
