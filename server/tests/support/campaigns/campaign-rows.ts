import { sql } from 'kysely'
import { HOUR_MS } from '../../../src/domain/durations.ts'
import type { VendorId } from '../../../src/domain/ids.ts'
import type { CampaignStatus, PauseReason } from '../../../src/domain/messaging/campaign.ts'
import { reserveConversations } from '../../../src/features/subscriptions/usage/conversation-usage.ts'
import { lockWallet } from '../../../src/features/wallet/lock.ts'
import { moveMoney } from '../../../src/features/wallet/move-money.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import { newId } from '../../../src/platform/ids.ts'
import type { TestProduct } from '../product.ts'
import { NO_VARIABLES, type Sender } from './campaigns.ts'

export interface GivenCampaign {
  status?: CampaignStatus
  pauseReason?: PauseReason
  /** The price of each message. */
  unitMinorUnit?: number
  platformFeeMinorUnit?: number
  metaCostUsdMicros?: number
  variables?: object
  isExpanded?: boolean
}

/**
 * Inserts a campaign over a sender's list in the state after launch and expansion: money and conversations are
 * reserved, and each contact has a QUEUED message. Returns its id.
 */
export async function givenCampaign(
  { deps }: TestProduct,
  { vendorId, templateId, listId }: Pick<Sender, 'vendorId' | 'templateId' | 'listId'>,
  given: GivenCampaign = {},
) {
  const { status = 'RUNNING', pauseReason = null, unitMinorUnit = 100, platformFeeMinorUnit = 0 } = given
  const [id, snapshotId] = [newId<'campaign'>(), newId<'pricingSnapshot'>()]
  const now = deps.clock.now()
  const members = await deps.db
    .selectFrom('contact_list_member as m')
    .innerJoin('contact as c', (join) =>
      join.onRef('c.vendor_id', '=', 'm.vendor_id').onRef('c.id', '=', 'm.contact_id'),
    )
    .select(['c.id', 'c.mobile_hash', 'c.country_code'])
    .where('m.list_id', '=', listId)
    .execute()
  const recipients = members.length
  const messagesMinorUnit = BigInt(recipients * unitMinorUnit)
  const totalMinorUnit = messagesMinorUnit + BigInt(platformFeeMinorUnit)
  const items = [...new Set(members.map(({ country_code }) => country_code))].map((countryCode) => {
    const inCountry = members.filter(({ country_code }) => country_code === countryCode).length
    const price = { metaCostUsdMicros: given.metaCostUsdMicros ?? 1, markupPercent: 25, unitMinorUnit }
    return { countryCode, recipients: inCountry, ...price, subtotalMinorUnit: inCountry * unitMinorUnit }
  })
  const template = await deps.db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', templateId)
    .executeTakeFirstOrThrow()
  await inTransaction(deps.db, async (tx) => {
    await lockWallet(tx, vendorId)
    await tx
      .insertInto('pricing_snapshot')
      .values({
        vendor_id: vendorId,
        id: snapshotId,
        category: template.category,
        currency: 'INR',
        exchange_rate_used: '83.33',
        rate_fetched_at: now,
        discount_percent: 0,
        items: sql`${JSON.stringify(items)}::jsonb`,
        messages_minor_unit: messagesMinorUnit,
        platform_fee_minor_unit: BigInt(platformFeeMinorUnit),
        total_minor_unit: totalMinorUnit,
        created_at: now,
      })
      .execute()
    const isOver = ['COMPLETED', 'CANCELLED', 'FAILED'].includes(status)
    await tx
      .insertInto('campaign')
      .values({
        vendor_id: vendorId,
        id,
        name: 'A campaign',
        template_id: templateId,
        template_name: template.name,
        provider_name: template.provider_name,
        language: template.language,
        category: template.category,
        components: JSON.stringify(template.components ?? NO_VARIABLES),
        list_id: listId,
        variables: JSON.stringify(given.variables ?? {}),
        snapshot_id: snapshotId,
        currency: 'INR',
        status,
        pause_reason: status === 'PAUSED' ? (pauseReason ?? 'BY_VENDOR') : null,
        launched_at: now,
        recipients,
        skipped: '[]',
        expanded_at: given.isExpanded === false ? null : now,
        ended_at: isOver ? now : null,
        created_at: now,
        updated_at: now,
      })
      .execute()
    if (totalMinorUnit > 0n) {
      const reserve = {
        type: 'RESERVED',
        amountMinorUnit: totalMinorUnit,
        hold: id,
        description: 'A campaign',
      } as const
      const reference = { idempotencyKey: `reserve-${id}`, referenceType: 'CAMPAIGN', referenceId: id } as const
      await moveMoney(tx, vendorId, [{ ...reserve, ...reference }], now)
    }
    await reserveConversations(tx, vendorId, recipients, now)
    for (let from = 0; from < recipients; from += 1_000)
      await tx
        .insertInto('message')
        .values(
          members.slice(from, from + 1_000).map((contact) => ({
            vendor_id: vendorId,
            id: newId<'message'>(),
            campaign_id: id,
            kind: 'CAMPAIGN',
            contact_id: contact.id,
            mobile_hash: contact.mobile_hash,
            country_code: contact.country_code,
            category: template.category,
            cost_minor_unit: BigInt(unitMinorUnit),
            due_at: now,
            created_at: now,
          })),
        )
        .execute()
  })
  return id as string
}

/** A scheduled campaign and nothing else. */
export async function bareCampaign({ deps }: TestProduct, vendorId: VendorId) {
  const id = newId<'campaign'>()
  const now = deps.clock.now()
  await deps.db
    .insertInto('campaign')
    .values({
      vendor_id: vendorId,
      id,
      name: 'A campaign',
      template_id: newId<'template'>(),
      template_name: 'a_template',
      provider_name: 'h1_a_template',
      language: 'en_US',
      category: 'UTILITY',
      components: JSON.stringify(NO_VARIABLES),
      list_id: newId<'list'>(),
      variables: '{}',
      currency: 'INR',
      status: 'SCHEDULED',
      scheduled_at: new Date(now.getTime() + 24 * HOUR_MS),
      recipients: 1,
      skipped: '[]',
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id as string
}
