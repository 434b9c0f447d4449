import type { Deps } from '../../platform/deps.ts'
import type { VendorPrincipal } from '../../platform/http/principal.ts'
import { NO_IDEMPOTENCY_KEY } from '../../platform/idempotency/idempotency.ts'
import { addContacts } from '../contacts/bulk/add-contacts.ts'
import { isSandboxGateway } from '../orders/create.ts'
import { orderRecharge } from '../orders/recharge.ts'
import { orderOnboarding } from '../subscriptions/plans/onboard.ts'
import { createTemplate } from '../templates/create.ts'
import { payAtSandbox } from './pay-at-sandbox.ts'

const RECHARGE_PAISE = 500_000
const CONTACTS = [
  { name: 'Asha Rao', mobile: '+919876543210', labels: ['Customers', 'Mumbai'], attributes: { city: 'Mumbai' } },
  { name: 'Ravi Kumar', mobile: '+919876543211', labels: ['Customers', 'Pune'], attributes: { city: 'Pune' } },
  { name: 'Meera Iyer', mobile: '+919876543212', labels: ['Customers'], attributes: { city: 'Chennai' } },
  { name: 'Imran Shaikh', mobile: '+919876543213', labels: ['Leads'], attributes: { city: 'Nagpur' } },
  { name: 'Sarah Jones', mobile: '+447400123456', labels: ['Leads'], attributes: { city: 'London' } },
]

const TEMPLATE = {
  name: 'welcome_offer',
  category: 'MARKETING',
  language: 'en',
  body: 'Hello {{1}}, welcome to Demo Traders. Enjoy 10% off everything in our {{2}} shop this week.',
} as const

/**
 * Creates demo data: contacts, a plan and a funded wallet, both paid through the sandbox gateway, and a template that
 * the sandbox provider approves.
 */
export async function seedDemo(deps: Deps, who: VendorPrincipal) {
  await addContacts(deps, who, CONTACTS, NO_IDEMPOTENCY_KEY)
  // Never uses real services for demo data.
  if (!isSandboxGateway(deps.config) || deps.config.PROVIDER_BASE_URL !== deps.config.sandboxUrl) return
  try {
    const plan = await orderOnboarding(deps, who, { plan: 'SMB', cycle: 'MONTHLY' }, NO_IDEMPOTENCY_KEY)
    // The webhooks wait until the server listens.
    await payAtSandbox(deps, plan.gatewayOrderId)
    const recharge = await orderRecharge(deps, who, { amountMinorUnit: RECHARGE_PAISE }, NO_IDEMPOTENCY_KEY)
    await payAtSandbox(deps, recharge.gatewayOrderId)
    await createTemplate(deps, who, TEMPLATE, NO_IDEMPOTENCY_KEY)
  } catch (err) {
    deps.log.warn({ event: 'sandbox.seed_failed', err })
  }
}
