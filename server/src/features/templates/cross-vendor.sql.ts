// The provider names its template before the vendor is known.

import type { Tx } from '../../platform/db/db.ts'
import type {} from './tables.ts'

export const lockByProviderId = (tx: Tx, providerId: string) =>
  tx
    .selectFrom('template')
    .selectAll()
    .where('provider_id', '=', providerId)
    .where('is_deleted', '=', false)
    .forUpdate()
    .executeTakeFirst()

/**
 * The template with this id, else one with this name whose id is not known yet, because a callback may arrive before
 * the answer to the submission. One statement: between two, the answer could be saved unnoticed.
 */
export const lockByIdOrName = (tx: Tx, providerId: string, providerName: string, languages: readonly string[]) =>
  tx
    .selectFrom('template')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('provider_id', '=', providerId),
        eb.and([
          eb('provider_name', '=', providerName),
          eb('language', 'in', languages),
          eb('provider_id', 'is', null),
        ]),
      ]),
    )
    .where('is_deleted', '=', false)
    .orderBy('provider_id', (by) => by.asc().nullsLast())
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
