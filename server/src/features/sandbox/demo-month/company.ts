import type { Cycle } from '../../../domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../domain/billing/subscription.ts'
import { inTransaction } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { VendorPrincipal } from '../../../platform/http/principal.ts'
import { NO_IDEMPOTENCY_KEY } from '../../../platform/idempotency/idempotency.ts'
import { createAccount } from '../../auth/accounts/accounts.ts'
import { launchCampaign } from '../../campaigns/launch/launch.ts'
import { addContacts } from '../../contacts/bulk/add-contacts.ts'
import { listConversations, markRead } from '../../conversations/conversations.ts'
import { reply } from '../../conversations/reply.ts'
import { sendBatch } from '../../dispatch/send-batch.ts'
import { listInvoices } from '../../invoices/list.ts'
import { createList } from '../../lists/create.ts'
import { markAllRead } from '../../notifications/read.ts'
import { orderRecharge } from '../../orders/recharge.ts'
import { handleGatewayEvent } from '../../payments/handle-gateway-event.ts'
import { requestRefund } from '../../refunds/requests/request.ts'
import { orderOnboarding } from '../../subscriptions/plans/onboard.ts'
import { orderCycle } from '../../subscriptions/plans/pay.ts'
import { createTemplate } from '../../templates/create.ts'
import { createVendor } from '../../vendors/create.ts'
import { updateProfile } from '../../vendors/profile.ts'
import { payAtSandbox } from '../pay-at-sandbox.ts'

export interface CompanyProfile {
  name: string
  email: string
  city: string
  state: string
  stateCode: string
  postalCode: string
}

/** What customers write, and what the company answers. */
export const REPLIES: readonly { text: string; answer?: string }[] = [
  { text: 'Is the offer valid in the shop as well?', answer: 'Yes, show this message at the counter.' },
  { text: 'Thank you! I will come on Saturday.' },
  { text: 'What are your opening hours on Sunday?', answer: 'From 11 am to 6 pm. See you on Sunday!' },
  { text: 'Please send me the catalogue.', answer: 'It is on its way to you by email.' },
  { text: 'Do you deliver to my address?', answer: 'Yes, within three days and free of charge.' },
  { text: 'How long does the offer last?', answer: 'Until the end of the month.' },
  { text: 'STOP' },
  { text: 'Very nice this time.' },
]

const PAID_PLAN = { type: 'SUBSCRIPTION', status: 'PAID' } as const
const FIRST_PAGE = { number: 1, limit: 100, offset: 0, after: undefined }

/** A vendor of the month, which acts through the use cases that the API calls. */
export class Company {
  readonly who: VendorPrincipal
  private readonly deps: Deps

  private constructor(deps: Deps, who: VendorPrincipal) {
    this.deps = deps
    this.who = who
  }

  static async register(deps: Deps, { name, email, ...address }: CompanyProfile, passwordHash: string) {
    const now = deps.clock.now()
    const who = await inTransaction(deps.db, async (tx) => {
      const accountId = await createAccount(tx, deps, { email, passwordHash }, now)
      const vendorId = await createVendor(tx, deps, { companyName: name, administrator: accountId }, now)
      return { kind: 'vendor', vendorId, role: 'ADMIN', accountId } as const
    })
    const { city, state, stateCode, postalCode } = address
    const profile = { legalName: `${name} Private Limited`, billingEmail: email }
    const place = { line1: '12 Market Road', city, state, stateCode, postalCode, country: 'IN' }
    await updateProfile(deps, who, { ...profile, address: place })
    return new Company(deps, who)
  }

  async buyPlan(plan: ListedPlan, cycle: Cycle) {
    await this.pay(await orderOnboarding(this.deps, this.who, { plan, cycle }, NO_IDEMPOTENCY_KEY))
  }

  async payCycle() {
    await this.pay(await orderCycle(this.deps, this.who, NO_IDEMPOTENCY_KEY))
  }

  async addFunds(amountMinorUnit: number) {
    await this.pay(await orderRecharge(this.deps, this.who, { amountMinorUnit }, NO_IDEMPOTENCY_KEY))
  }

  /**
   * The sandbox knows the payment, so that it can be refunded later, but tells the running product nothing. The event
   * is handled as one from the webhook intake.
   */
  private async pay(order: { gatewayOrderId: string; amountMinorUnit: number; currency: string }) {
    const body = this.deps.gatewayWebhooks.writeCaptured({
      gatewayPaymentId: await payAtSandbox(this.deps, order.gatewayOrderId, { webhooks: false }),
      gatewayOrderId: order.gatewayOrderId,
      amountMinorUnit: BigInt(order.amountMinorUnit),
      currency: order.currency,
      isCaptured: true,
      isRefunded: false,
      invoiceId: null,
      method: 'upi',
      notedVendorIds: [],
    })
    const { kind } = await handleGatewayEvent(this.deps, { body, receivedAt: this.deps.clock.now() })
    if (kind !== 'DONE') throw new Error(`the payment is ${kind}`)
  }

  async addContacts(contacts: readonly object[]) {
    await addContacts(this.deps, this.who, contacts, NO_IDEMPOTENCY_KEY)
  }

  async createList(label: string): Promise<string> {
    return (await createList(this.deps, this.who, { name: label, labels: [label] })).id
  }

  async createTemplate({ name, body }: { name: string; body: string }): Promise<string> {
    const template = { name, category: 'MARKETING', language: 'en', body } as const
    return (await createTemplate(this.deps, this.who, template, NO_IDEMPOTENCY_KEY)).id
  }

  async launch(campaign: { name: string; templateId: string; contactListId: string }) {
    const variables = {
      1: { from: 'name', fallback: 'there' },
      2: { from: 'attributes.city', fallback: 'your city' },
    } as const
    await launchCampaign(this.deps, this.who, { ...campaign, variables }, NO_IDEMPOTENCY_KEY)
  }

  /** Reads notices and replies, and answers questions. */
  async answerMessages(): Promise<void> {
    const { conversations } = await listConversations(this.deps, this.who, { unreadOnly: true }, FIRST_PAGE)
    for (const { contactId, lastMessage, window, optedOutAt } of conversations) {
      await markRead(this.deps, this.who, contactId)
      const answer = REPLIES.find(({ text }) => text === lastMessage?.text)?.answer
      if (answer === undefined || !window.open || optedOutAt !== null) continue
      const { id } = await reply(this.deps, this.who, { contactId, text: answer }, NO_IDEMPOTENCY_KEY)
      await sendBatch(this.deps, { vendorId: this.who.vendorId, messageIds: [id], isExpress: true })
    }
    await markAllRead(this.deps, this.who)
  }

  /** Of the first month of the plan. */
  async requestRefund(reason: string): Promise<string> {
    const { rows } = await listInvoices(this.deps, this.who.vendorId, '', PAID_PLAN, FIRST_PAGE)
    const [invoice] = rows
    if (!invoice) throw new Error('the company has no plan')
    return (await requestRefund(this.deps, this.who, { invoiceId: invoice.id, reason }, NO_IDEMPOTENCY_KEY)).id
  }
}
