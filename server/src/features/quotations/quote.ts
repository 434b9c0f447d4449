import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Vendor } from '../../platform/http/principal.ts'
import type { Once } from '../../platform/idempotency/idempotency.ts'
import type { PricingDeps } from '../pricing/price-audience.ts'
import { readWallet } from '../wallet/read.ts'
import { assess } from './assess.ts'
import { createQuotation } from './create.ts'
import { presentQuotation } from './present.ts'
import { type QuotationBody, readVariables } from './schema.ts'

/** Needs neither a plan nor money: one may ask what it would cost before having either. */
export async function quote(
  deps: PricingDeps & Pick<Deps, 'clock'>,
  { vendorId }: Vendor,
  { templateId, contactListId, variables, excludeCountries = [] }: QuotationBody,
  once: Once,
) {
  const now = deps.clock.now()
  const wanted = { templateId, contactListId, variables: readVariables(variables), excludeCountries }
  const assessment = await assess(deps, vendorId, wanted, now, { needsVariables: false })
  return inTransaction(deps.db, async (tx) => {
    const quotation = await createQuotation(tx, vendorId, assessment, now)
    const answer = presentQuotation(quotation, await readWallet(tx, vendorId), deps.config.API_PREFIX)
    await once.remember(tx, 201, answer)
    return answer
  })
}
