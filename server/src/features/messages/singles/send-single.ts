import type { VendorId } from '../../../domain/ids.ts'
import type { Category } from '../../../domain/money/pricing.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { newId } from '../../../platform/ids.ts'
import { readMobile } from '../../contacts/bulk/incoming.ts'
import { contactCodec } from '../../contacts/codec.ts'
import { priceAudienceAt } from '../../pricing/price-audience.ts'
import { insufficientBalance } from '../../wallet/move-money.ts'
import { readWallet } from '../../wallet/read.ts'
import { messageRelayWakeups } from '../sending/message-relay-wakeups.ts'
import { type SingleContent, sealContent } from './content.ts'
import * as sql from './single.sql.ts'

export interface Single {
  kind: sql.NewSingle['kind']
  contactId?: string | undefined
  /** International, in any spelling. */
  mobile: string
  content: SingleContent['content']
  /** SERVICE for a reply, the template's category for a test. */
  category: Category
  /** The rule that sends an auto-reply. */
  autoReplyId?: string | undefined
  /** From `rateFor`, before the transaction. */
  rate: Parameters<typeof priceAudienceAt>[3]
}

/**
 * Queues one message outside campaigns. It is priced now and charged by its first billable status update. It waits
 * until the wallet covers it. Replies and tests are refused at once when the wallet is empty, even if they would be
 * free.
 */
export async function queueSingle(
  tx: Tx,
  deps: Pick<Deps, 'keyring' | 'blindIndex'>,
  vendorId: VendorId,
  { kind, contactId, mobile, content, category, autoReplyId, rate }: Single,
  now: Date,
): Promise<string> {
  const recipient = readMobile(mobile)
  const audience = { category, recipientsByCountry: new Map([[recipient.countryCode, 1]]) }
  const { messagesMinorUnit: cost } = await priceAudienceAt(tx, vendorId, audience, rate, now)
  if (kind !== 'AUTO_REPLY') await assertWalletNotEmpty(tx, vendorId, cost)
  const cipher = await deps.keyring.of(tx, vendorId)
  const id = newId<'message'>()
  const single = {
    id,
    kind,
    contactId: contactId ?? null,
    mobileHash: contactCodec(vendorId, cipher, deps.blindIndex).hash(recipient.mobile),
    countryCode: recipient.countryCode,
    category,
    costMinorUnit: cost,
    autoReplyId: autoReplyId ?? null,
    contentCipher: sealContent(cipher, { to: `+${recipient.mobile}`, content }),
  }
  await sql.insertSingle(tx, vendorId, single, now)
  messageRelayWakeups.wakeAfterCommit(tx)
  return id
}

async function assertWalletNotEmpty(tx: Tx, vendorId: VendorId, cost: bigint) {
  const { balance_minor_unit: balance } = await readWallet(tx, vendorId)
  if (balance <= 0n) throw insufficientBalance(cost > 0n ? cost : 1n, balance)
}
