import { inTransaction } from '../../platform/db/db.ts'
import type { Deps } from '../../platform/deps.ts'
import { createAccount, createOperator, findAccountByEmail } from '../auth/accounts/accounts.ts'
import { createVendor } from '../vendors/create.ts'
import { seedDemo } from './seed-demo.ts'

export const SANDBOX_PASSWORD = 'sandbox-harkara-1'
export const OPERATOR_EMAIL = 'operator@harkara.test'
/** Approves what the first one requests. */
export const SECOND_OPERATOR_EMAIL = 'operator2@harkara.test'
export const DEMO_EMAIL = 'demo@harkara.test'
const SEED_LOCK_SECONDS = 60

/** Creates accounts to try the product with. Safe to run at every start; real deployments never call it. */
export async function seedSandbox(deps: Deps) {
  // When processes race, one seeds; the others find the accounts or are stopped by the unique address.
  await deps.lock.tryWith('sandbox-seed', SEED_LOCK_SECONDS, async () => {
    await seedOperator(deps, OPERATOR_EMAIL)
    if (deps.config.SANDBOX_DEMO_DATA) await seedOperator(deps, SECOND_OPERATOR_EMAIL)
    if (!(await findAccountByEmail(deps, deps.db, DEMO_EMAIL))) await seedDemoVendor(deps)
  })
}

async function seedOperator(deps: Deps, email: string) {
  if (!(await findAccountByEmail(deps, deps.db, email)))
    await createOperator(deps, { email, password: SANDBOX_PASSWORD })
}

async function seedDemoVendor(deps: Deps) {
  const now = deps.clock.now()
  const passwordHash = await deps.passwords.hash(SANDBOX_PASSWORD)
  const who = await inTransaction(deps.db, async (tx) => {
    const accountId = await createAccount(tx, deps, { email: DEMO_EMAIL, passwordHash }, now)
    const vendorId = await createVendor(tx, deps, { companyName: 'Demo Traders', administrator: accountId }, now)
    return { kind: 'vendor', vendorId, role: 'ADMIN', accountId } as const
  })
  if (deps.config.SANDBOX_DEMO_DATA) await seedDemo(deps, who)
}
