import type { z } from 'zod'
import { toJsonInteger } from '../../domain/money/money.ts'
import type { AudiencePrice } from '../pricing/price-audience.ts'
import { type readWallet, spendableBalance } from '../wallet/read.ts'
import type { Quotation } from './read.ts'
import type { QuotationView } from './schema.ts'

type Wallet = Awaited<ReturnType<typeof readWallet>>

export const presentQuotation = (
  quotation: Quotation,
  wallet: Wallet,
  apiPrefix: string,
): z.output<typeof QuotationView> => ({
  id: quotation.id,
  templateId: quotation.templateId,
  contactListId: quotation.listId,
  recipients: quotation.recipients,
  ...presentSkipped(quotation),
  ...presentPrice(quotation.price),
  ...sufficiency(quotation.price, wallet),
  pdfStatus: quotation.pdfStatus,
  pdfUrl: quotation.pdfStatus === 'READY' ? `${apiPrefix}/quotations/${quotation.id}/pdf` : null,
  expiresAt: quotation.expiresAt.toISOString(),
  createdAt: quotation.createdAt.toISOString(),
})

export const presentSkipped = ({ skipped, excludeCountries }: Pick<Quotation, 'skipped' | 'excludeCountries'>) => ({
  skipped: skipped.reduce((sum, { count }) => sum + count, 0),
  skippedReasons: [...skipped],
  excludeCountries: [...excludeCountries],
})

export const presentPrice = (price: AudiencePrice) => ({
  items: price.items.map(({ countryCode, recipients, unitMinorUnit, subtotalMinorUnit }) => ({
    countryCode,
    category: price.category,
    recipients,
    unitMinorUnit: toJsonInteger(unitMinorUnit),
    subtotalMinorUnit: toJsonInteger(subtotalMinorUnit),
  })),
  platformFeeMinorUnit: toJsonInteger(price.platformFeeMinorUnit),
  totalMinorUnit: toJsonInteger(price.totalMinorUnit),
  currency: price.rate.currency,
})

/**
 * Whether the wallet can pay now. A wallet in another currency cannot, nor can an empty one, even if the total is zero.
 */
export function sufficiency({ totalMinorUnit, rate }: AudiencePrice, wallet: Wallet) {
  const spendable = wallet.currency === rate.currency ? spendableBalance(wallet) : 0n
  const shortfall = totalMinorUnit > spendable ? totalMinorUnit - spendable : 0n
  return {
    sufficient: shortfall === 0n && spendable > 0n,
    balanceMinorUnit: toJsonInteger(wallet.balance_minor_unit),
    shortfallMinorUnit: toJsonInteger(shortfall),
  }
}
