import { csvLine } from '../../../domain/contacts/csv-safety.ts'
import type { VendorId } from '../../../domain/ids.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { recordForVendor } from '../../audit/record-for-vendor.ts'
import { findProfiles } from '../../contacts/audience/profiles.ts'
import { listMessagesAfter } from '../../messages/campaign/campaign-messages.ts'
import { getCampaign } from '../lifecycle/find-campaign.ts'

type ReportDeps = Pick<Deps, 'db' | 'keyring' | 'blindIndex'>

const BATCH_MESSAGES = 2_000

const COLUMNS = [
  'mobile',
  'name',
  'country',
  'status',
  'queuedAt',
  'sentAt',
  'deliveredAt',
  'readAt',
  'failedAt',
  'errorCode',
  'reason',
  'costMinorUnit',
  'retryCount',
  'wamid',
  'messageId',
]

/** For a member or an API key, with an entry in the vendor's audit log. */
export async function campaignReport(deps: ReportDeps & Pick<Deps, 'clock'>, who: VendorPrincipal, id: string) {
  const { vendorId } = who
  await getCampaign(deps.db, vendorId, id)
  const done = { action: 'CAMPAIGN_REPORT_EXPORTED', subjectType: 'campaign', subjectId: id } as const
  await inTransaction(deps.db, (tx) => recordForVendor(tx, who, done, deps.clock.now()))
  return reportLines(deps, vendorId, id)
}

/**
 * Every recipient of a campaign with the status of the message as CSV. Only one batch is in memory. Numbers and names
 * come from the contacts and are empty for deleted ones.
 */
export async function* reportLines(deps: ReportDeps, vendorId: VendorId, id: string) {
  yield csvLine(COLUMNS)
  for (let after: string | undefined; ; ) {
    const messages = await listMessagesAfter(deps, deps.db, vendorId, id, after, BATCH_MESSAGES)
    const contactIds = messages.flatMap(({ contactId }) => contactId ?? [])
    const profiles = await findProfiles(deps.db, deps, vendorId, contactIds)
    if (messages.length > 0)
      yield messages.map((message) => lineOf(message, profiles.get(message.contactId ?? ''))).join('')
    if (messages.length < BATCH_MESSAGES) return
    after = messages.at(-1)?.id
  }
}

type Message = Awaited<ReturnType<typeof listMessagesAfter>>[number]

const lineOf = (message: Message, profile: { mobile: string; name: string } | undefined) =>
  csvLine([
    profile?.mobile ?? '',
    profile?.name ?? '',
    message.countryCode,
    message.status,
    message.createdAt,
    message.sentAt ?? '',
    message.deliveredAt ?? '',
    message.readAt ?? '',
    message.failedAt ?? '',
    message.errorCode ?? '',
    message.errorReason ?? '',
    String(message.costMinorUnit),
    String(message.retryCount),
    message.wamid ?? '',
    message.id,
  ])
