import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import type { IdempotencyRecord } from '../../platform/idempotency/idempotency.ts'
import type { PricingDeps } from '../pricing/price-audience.ts'
import { readWallet } from '../wallet/read.ts'
import { resolveAndPrice } from './audience.ts'
import { createQuotation } from './create.ts'
import { presentQuotation } from './present.ts'
import { type QuotationBody, readVariables } from './schema.ts'

/** Needs neither a subscription nor money: vendors ask for the cost before they have either. */
export async function requestQuotation(
  deps: PricingDeps & Pick<Deps, 'clock'>,
  { vendorId }: VendorPrincipal,
  { templateId, contactListId, variables, excludeCountries = [] }: QuotationBody,
  idempotency: IdempotencyRecord,
) {
  const now = deps.clock.now()
  const selection = { templateId, contactListId, variables: readVariables(variables), excludeCountries }
  const assessment = await resolveAndPrice(deps, vendorId, selection, now, { needsVariables: false })
  return inTransaction(deps.db, async (tx) => {
    const quotation = await createQuotation(tx, vendorId, assessment, now)
    const answer = presentQuotation(quotation, await readWallet(tx, vendorId), deps.config.API_PREFIX)
    await idempotency.saveAnswer(tx, 201, answer)
    return answer
  })
}
