import type { VendorId } from '../../domain/ids.ts'
import { crashPoint } from '../../platform/crash-point.ts'
import { inTransaction, type Tx } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { forgetAnswers } from '../../platform/idempotency/idempotency.ts'
import { eraseApiKeys } from '../api-keys/erase.ts'
import { eraseCampaignTexts } from '../campaigns/erase.ts'
import { eraseContacts } from '../contacts/erase.ts'
import { eraseConversations } from '../conversations/erase.ts'
import { eraseExports } from '../exports/purge.ts'
import { eraseImports } from '../imports/lifecycle/erase.ts'
import { eraseMedia } from '../media/erase.ts'
import { eraseRecipients } from '../messages/erasure/erase.ts'
import { eraseQuotations } from '../quotations/erase.ts'
import { eraseTeam } from '../team/erase.ts'
import { eraseTemplates } from '../templates/erase.ts'
import { markErased } from '../vendors/close.ts'
import { eraseProviderBodies } from '../webhook-intake/purge.ts'

type EraseDeps = Pick<Deps, 'db' | 'files'>

/**
 * Deletes what the destroyed data key had encrypted, with the hashes of numbers and the texts beside it. Every step can
 * be repeated, so a process that is killed starts again. Ledger, invoices, credit notes and the rows of campaigns and
 * messages that they refer to stay.
 */
export async function eraseVendor(deps: EraseDeps, vendorId: VendorId, closedBefore: Date, now: Date) {
  const { db } = deps
  // First what could lead an incoming message to this vendor.
  await eraseRecipients(db, vendorId)
  await eraseConversations(db, vendorId)
  crashPoint('vendor.data-erasing')
  await eraseExports(deps, vendorId)
  await eraseImports(deps, vendorId)
  await eraseContacts(db, vendorId)
  await eraseQuotations(deps, vendorId)
  await inTransaction(db, (tx) => eraseTextsWithin(tx, vendorId, now))
  await eraseMedia(deps, vendorId)
  await eraseProviderBodies(db, closedBefore)
  await inTransaction(db, (tx) => markErased(tx, vendorId, now))
}

async function eraseTextsWithin(tx: Tx, vendorId: VendorId, now: Date) {
  await eraseCampaignTexts(tx, vendorId)
  await eraseTemplates(tx, vendorId, now)
  await eraseTeam(tx, vendorId)
  await eraseApiKeys(tx, vendorId)
  await forgetAnswers(tx, vendorId)
}
