import type { Selectable } from 'kysely'
import type { VendorId } from '../../../domain/ids.ts'
import { type CampaignStatus, type PauseReason, sourcesOf } from '../../../domain/messaging/campaign.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Slice } from '../../../platform/http/pagination.ts'
import '../tables.ts'

const DAY_MS = 86_400_000

export type CampaignRow = Selectable<Tables['campaign']>

export const findCampaign = (db: Db, vendorId: VendorId, id: string) => one(db, vendorId, id).executeTakeFirst()

/** In the order of locks it comes after wallet and subscription, and before the messages. */
export const lockCampaign = (tx: Tx, vendorId: VendorId, id: string) =>
  one(tx, vendorId, id).forNoKeyUpdate().executeTakeFirst()

const one = (db: Db, vendorId: VendorId, id: string) =>
  db.selectFrom('campaign').selectAll().where('vendor_id', '=', vendorId).where('id', '=', id)

/**
 * Undefined: it is in a state from which there is no way there. Claims of messages hold the row shared, so that once
 * this is committed no further message leaves.
 */
export const moveCampaign = (
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
      ...(isEnd(move.to) && { ended_at: move.now }),
    })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .where('status', 'in', move.from ?? sourcesOf(move.to))
    .returningAll()
    .executeTakeFirst()

const isEnd = (status: CampaignStatus) => ['COMPLETED', 'CANCELLED', 'FAILED'].includes(status)

interface Filter {
  status: CampaignStatus | undefined
}

/** Newest first. */
export const listCampaigns = (db: Db, vendorId: VendorId, filter: Filter, slice: Slice) =>
  matching(db, vendorId, filter)
    .selectAll()
    .$if(slice.after !== undefined, (query) => query.where('id', '<', slice.after as string))
    .orderBy('id', 'desc')
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()

export const countCampaigns = async (db: Db, vendorId: VendorId, filter: Filter) => {
  const { count } = await matching(db, vendorId, filter)
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const matching = (db: Db, vendorId: VendorId, { status }: Filter) =>
  db
    .selectFrom('campaign')
    .where('vendor_id', '=', vendorId)
    .$if(status !== undefined, (query) => query.where('status', '=', status as CampaignStatus))

/** Of this vendor, those that run on the template of this campaign, itself among them. */
export const runningOfSameTemplate = async (db: Db, vendorId: VendorId, campaignId: string) => {
  const rows = await db
    .selectFrom('campaign')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('status', '=', 'RUNNING')
    .where('template_id', '=', (eb) =>
      eb
        .selectFrom('campaign as met')
        .select('met.template_id')
        .where('met.vendor_id', '=', vendorId)
        .where('met.id', '=', campaignId),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Those that somebody still has to do something about, of every vendor, behind the last one that was looked at. */
export const listOpen = (db: Db, after: { vendorId: string; id: string } | undefined, limit: number) =>
  db
    .selectFrom('campaign')
    .selectAll()
    .where('billing_closed_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('vendor_id', 'id'), '>', tuple(after?.vendorId as VendorId, after?.id as string)),
      ),
    )
    .orderBy('vendor_id')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Undefined: it has been closed meanwhile, or has not ended. */
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

/** What somebody resumes a campaign in spite of does not stop it again. */
export const forgive = (tx: Tx, vendorId: VendorId, id: string, forgiven: { outcomes: number; failures: number }) =>
  tx
    .updateTable('campaign')
    .set({ forgiven_outcomes: forgiven.outcomes, forgiven_failures: forgiven.failures })
    .where('vendor_id', '=', vendorId)
    .where('id', '=', id)
    .execute()

/** Those whose messages may have left in a period: one that has ended may be told of its failures for a day more. */
export const idsBetween = async (db: Db, vendorId: VendorId, from: Date, until: Date) => {
  const rows = await db
    .selectFrom('campaign')
    .select('id')
    .where('vendor_id', '=', vendorId)
    .where('launched_at', '<', until)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>=', new Date(from.getTime() - 2 * DAY_MS))]))
    .execute()
  return rows.map(({ id }) => id)
}

export const countByStatus = (db: Db, vendorId: VendorId) =>
  db
    .selectFrom('campaign')
    .select(({ fn }) => ['status', fn.countAll<bigint>().as('count')])
    .where('vendor_id', '=', vendorId)
    .groupBy('status')
    .execute()
