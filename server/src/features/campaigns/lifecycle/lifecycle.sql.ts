import { type Selectable, sql } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import {
  type CampaignStatus,
  PASSING_PAUSE_REASONS,
  type PauseReason,
  sourcesOf,
} from '../../../domain/messaging/campaign.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { containing } from '../../../platform/db/like.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { type CreatedFilter, directionOf, type Page } from '../../../platform/http/pagination.ts'
import '../tables.ts'

export type CampaignRow = Selectable<Tables['campaign']>

export const findCampaign = (db: Db, vendorId: VendorId, id: string) =>
  campaignById(db, vendorId, id).executeTakeFirst()

/** Locked after the wallet and the subscription, and before the messages. */
export const lockCampaign = (tx: Tx, vendorId: VendorId, id: string) =>
  campaignById(tx, vendorId, id).forNoKeyUpdate().executeTakeFirst()

const campaignById = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('campaign').selectAll().where('vendor_id', '=', vendorId).where('id', '=', id)

/**
 * Returns undefined when the campaign's status does not allow the transition. Claims hold a share lock on the row, so
 * that no further message is claimed once this is committed.
 */
export const transitionCampaign = (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  move: { to: CampaignStatus; from?: readonly CampaignStatus[]; reason?: PauseReason; now: Date },
) =>
  tx
    .updateTable('campaign')
    .set({
      status: move.to,
      pause_reason: move.reason ?? null,
      updated_at: move.now,
      ...(isFinal(move.to) && { ended_at: move.now }),
    })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('status', 'in', move.from ?? sourcesOf(move.to))
    .returningAll()
    .executeTakeFirst()

export const pauseOpen = async (tx: Tx, vendorId: VendorId, reason: PauseReason, now: Date) => {
  const { numUpdatedRows } = await tx
    .updateTable('campaign')
    .set({ status: 'PAUSED', pause_reason: reason, updated_at: now })
    .where('vendor_id', '=', vendorId)
    .where('status', 'in', sourcesOf('PAUSED'))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const savePauseReason = (tx: Tx, vendorId: VendorId, id: string, reason: PauseReason, now: Date) =>
  tx
    .updateTable('campaign')
    .set({ pause_reason: reason, updated_at: now })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('status', '=', 'PAUSED')
    .execute()

export const holdPassingPauses = (tx: Tx, vendorId: VendorId, reason: PauseReason, now: Date) =>
  tx
    .updateTable('campaign')
    .set({ pause_reason: reason, updated_at: now })
    .where('vendor_id', '=', vendorId)
    .where('status', '=', 'PAUSED')
    .where('pause_reason', 'in', PASSING_PAUSE_REASONS)
    .execute()

const isFinal = (status: CampaignStatus) => ['COMPLETED', 'CANCELLED', 'FAILED'].includes(status)

interface Filter extends CreatedFilter {
  status: CampaignStatus | undefined
}

export const listCampaigns = (db: Db, vendorId: VendorId, filter: Filter, page: Page) => {
  const { behind, order } = directionOf(page)
  return matching(db, vendorId, filter)
    .selectAll()
    .$if(page.after !== undefined, (query) => query.where('id', behind, page.after as string))
    .orderBy('id', order)
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export const countCampaigns = async (db: Db, vendorId: VendorId, filter: Filter) => {
  const { count } = await matching(db, vendorId, filter)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const matching = (db: Db, vendorId: VendorId, { status, createdFrom, createdBefore }: Filter) =>
  db
    .selectFrom('campaign')
    .where('vendor_id', '=', vendorId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as CampaignStatus))
    .$if(createdFrom !== undefined, (query) => query.where('created_at', '>=', createdFrom as Date))
    .$if(createdBefore !== undefined, (query) => query.where('created_at', '<', createdBefore as Date))

/** The newest campaigns with this text in their name. */
export const findByName = (db: Db, vendorId: VendorId, text: string, limit: number) =>
  db
    .selectFrom('campaign')
    .select(['id', 'name', 'status'])
    .where('vendor_id', '=', vendorId)
    .where('name', 'ilike', containing(text))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** The vendor's running campaigns with the same template as this one, which is included. */
export const runningOfSameTemplate = async (db: Db, vendorId: VendorId, campaignId: string) => {
  const rows = await db
    .selectFrom('campaign')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('status', '=', 'RUNNING')
    .where('template_id', '=', (eb) =>
      eb
        .selectFrom('campaign as given')
        .select('given.template_id')
        .where('given.vendor_id', '=', vendorId)
        .where('given.id', '=', campaignId),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns undefined when the billing is closed already or the campaign has not ended. */
export const closeBilling = (tx: Tx, vendorId: VendorId, id: string, now: Date) =>
  tx
    .updateTable('campaign')
    .set({ billing_closed_at: now, updated_at: now })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('ended_at', 'is not', null)
    .where('billing_closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

/** Outcomes up to the resumption are forgiven: they do not pause the campaign again. */
export const saveForgiven = (
  tx: Tx,
  vendorId: VendorId,
  id: string,
  forgiven: { outcomes: number; failures: number },
) =>
  tx
    .updateTable('campaign')
    .set({ forgiven_outcomes: forgiven.outcomes, forgiven_failures: forgiven.failures })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()

export const countByStatus = (db: Db, vendorId: VendorId): Promise<{ key: string; rows: number }[]> =>
  db
    .selectFrom('campaign')
    .select(['status as key', sql<number>`count(*)::int`.as('rows')])
    .where('vendor_id', '=', vendorId)
    .groupBy('status')
    .execute()
