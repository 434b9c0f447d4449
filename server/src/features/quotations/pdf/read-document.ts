import type { VendorId } from '../../../domain/ids.ts'
import { rateText } from '../../../domain/money/exchange-rate.ts'
import type { Deps } from '../../../platform/deps.ts'
import { findListName } from '../../contacts/lists/lists.ts'
import { findTemplateName } from '../../templates/sendable.ts'
import { readProfile } from '../../vendors/profile.ts'
import { findQuotation } from '../read.ts'
import type { QuotationDocument } from './quotation-document.ts'

/** The content of the quotation's PDF, with the vendor's present profile. */
export async function readQuotationDocument(
  deps: Pick<Deps, 'db' | 'keyring' | 'config'>,
  vendorId: VendorId,
  id: string,
): Promise<QuotationDocument> {
  const { db, config } = deps
  const quotation = await findQuotation(db, vendorId, id)
  const { companyName, legalName, gstin, address, country, timezone } = await readProfile(deps, db, vendorId)
  const { price } = quotation
  return {
    seller: {
      name: config.SUPPLIER_NAME,
      address: config.SUPPLIER_ADDRESS,
      gstin: config.SUPPLIER_GSTIN,
      stateCode: config.SUPPLIER_STATE_CODE,
    },
    buyer: { companyName, legalName, gstin, address, country },
    timezone,
    id,
    quotedAt: quotation.createdAt.getTime(),
    expiresAt: quotation.expiresAt.getTime(),
    template: (await findTemplateName(db, vendorId, quotation.templateId)) ?? null,
    listName: (await findListName(db, vendorId, quotation.listId)) ?? null,
    category: price.category,
    recipients: quotation.recipients,
    skipped: quotation.skipped,
    items: price.items.map(({ countryCode, recipients, unitMinorUnit, subtotalMinorUnit }) => ({
      countryCode,
      recipients,
      unit: unitMinorUnit,
      subtotal: subtotalMinorUnit,
    })),
    discountPercent: price.discountPercent,
    messages: price.messagesMinorUnit,
    platformFee: price.platformFeeMinorUnit,
    total: price.totalMinorUnit,
    currency: price.rate.currency,
    exchangeRate: rateText(price.rate.rate),
  }
}
