import { expect } from 'vitest'
import type { VendorId } from '../../../src/domain/ids.ts'
import type { TemplateCategory, TemplateComponent } from '../../../src/domain/template/template.ts'
import { decidePair } from '../../../src/features/contacts/bulk/decide-pair.ts'
import { toIncomingContact } from '../../../src/features/contacts/bulk/incoming.ts'
import { upsertContacts } from '../../../src/features/contacts/bulk/upsert-contacts.ts'
import { addMembersByHash, createStaticList } from '../../../src/features/contacts/lists/lists.ts'
import { applyOnboarding } from '../../../src/features/subscriptions/plans/apply-onboarding.ts'
import { tryMoveMoney } from '../../../src/features/wallet/move-money.ts'
import { inTransaction } from '../../../src/platform/db/db.ts'
import { newId } from '../../../src/platform/ids.ts'
import { codecOf, type GivenContact, numbersFrom } from '../contacts/contacts.ts'
import { eventually } from '../eventually.ts'
import { createTemplate, newTemplateName, shortTemplate, untilTemplate } from '../messaging/templates.ts'
import { bareVendor } from '../money/invoices.ts'
import { movement } from '../money/wallets.ts'
import { newPayment, onboardingOrder } from '../payments/subscription-fixture.ts'
import { newVendor, type TestProduct } from '../product.ts'

/** What a vendor needs before it can send: a plan, money, an approved template and a contact list. */
export interface SenderOptions {
  contacts?: number | (GivenContact & { countryCode?: string })[]
  balanceMinorUnit?: number
  plan?: 'SMB' | 'ENTERPRISE'
  template?: Partial<GivenTemplate>
}

interface GivenTemplate {
  category: TemplateCategory
  components: TemplateComponent[]
}

export type Sender = Awaited<ReturnType<typeof newSender>>

/** A vendor that can send, with its administrator signed in. */
export async function newSender(product: TestProduct, options: SenderOptions = {}) {
  const { token, email, vendorId } = await newVendor(product)
  return { token, email, ...(await prepareSender(product, vendorId as VendorId, options)) }
}

/** The same without any users, for tests that call use cases instead of the API. */
export const bareSender = async (product: TestProduct, options: SenderOptions = {}) =>
  prepareSender(product, (await bareVendor(product)).vendorId, options)

async function prepareSender(
  product: TestProduct,
  vendorId: VendorId,
  { contacts = 3, balanceMinorUnit = 1_000_000, plan = 'SMB', template = {} }: SenderOptions,
) {
  await subscribe(product, vendorId, plan)
  await addMoney(product, vendorId, balanceMinorUnit)
  const templateId = await approvedTemplate(product, vendorId, template)
  const listId = await listOf(product, vendorId, contacts)
  return { vendorId, templateId, listId }
}

export async function subscribe({ deps }: TestProduct, vendorId: VendorId, plan: 'SMB' | 'ENTERPRISE' = 'SMB') {
  const order = onboardingOrder(vendorId, plan)
  await inTransaction(deps.db, (tx) => applyOnboarding(tx, deps, order, newPayment(), deps.clock.now()))
}

export async function addMoney({ deps }: TestProduct, vendorId: VendorId, amountMinorUnit: number) {
  if (amountMinorUnit === 0) return
  const recharge = movement('CREDIT', amountMinorUnit, { referenceType: 'RECHARGE' })
  await inTransaction(deps.db, (tx) => tryMoveMoney(tx, vendorId, [recharge], deps.clock.now()))
}

export const TWO_VARIABLES: TemplateComponent[] = [
  { type: 'BODY', text: 'Hello {{1}}, your order from {{2}} is on its way to you today.' },
]
export const NO_VARIABLES: TemplateComponent[] = [{ type: 'BODY', text: 'Our shop is open again from tomorrow on.' }]

/** A template that was approved earlier. The provider does not know it; see `realTemplate`. */
export async function approvedTemplate(
  { deps }: TestProduct,
  vendorId: VendorId,
  { category = 'MARKETING', components = NO_VARIABLES }: Partial<GivenTemplate> = {},
) {
  const id = newId<'template'>()
  const name = newTemplateName()
  const now = deps.clock.now()
  await deps.db
    .insertInto('template')
    .values({
      vendor_id: vendorId,
      id,
      name,
      language: 'en_US',
      provider_name: `h${process.pid}_${name}`,
      provider_id: `${Math.floor(Math.random() * 1e15)}`,
      requested_category: category,
      category,
      components: JSON.stringify(components),
      media_id: null,
      status: 'APPROVED',
      status_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

/** A template that was approved by the sandbox, so that its messages can be sent there. */
export async function realTemplate(product: TestProduct, token: string, change: object = {}) {
  const { id } = await createTemplate(product, token, shortTemplate(change))
  await untilTemplate(product, token, id, { status: 'APPROVED' })
  return id as string
}

const nextNumber = numbersFrom(30_000_000)
/** Contacts with a name, a city and different numbers. */
export const someContacts = (count: number): GivenContact[] =>
  Array.from({ length: count }, (_, i) => ({ mobile: nextNumber(), name: `Name ${i}`, attributes: { city: 'Pune' } }))

const CHUNK = 5_000

/** A list with these contacts, or with this many new ones. */
export async function listOf(
  product: TestProduct,
  vendorId: VendorId,
  contacts: number | (GivenContact & { countryCode?: string })[],
) {
  const { db, clock } = product.deps
  const listId = await inTransaction(db, (tx) => createStaticList(tx, vendorId, 'a list', clock.now()))
  await addToList(product, vendorId, listId, typeof contacts === 'number' ? someContacts(contacts) : contacts)
  return listId
}

export async function addToList(
  product: TestProduct,
  vendorId: VendorId,
  listId: string,
  contacts: readonly (GivenContact & { countryCode?: string })[],
) {
  const { db, clock } = product.deps
  const codec = await codecOf(product, vendorId)
  const strategy = 'UPDATE_METADATA'
  for (let from = 0; from < contacts.length; from += CHUNK) {
    const incoming = contacts
      .slice(from, from + CHUNK)
      .map((contact) =>
        toIncomingContact(codec, { name: '', labels: [], attributes: {}, countryCode: 'IN', ...contact }),
      )
    await inTransaction(db, async (tx) => {
      const now = clock.now()
      const decide: Parameters<typeof upsertContacts>[2]['decide'] = async (pairs) =>
        pairs.map((pair) => decidePair(codec, strategy, pair))
      await upsertContacts(tx, vendorId, {
        incoming,
        decide,
        strategy,
        source: 'IMPORT',
        actorId: null,
        jobId: null,
        now,
      })
      await addMembersByHash(tx, vendorId, listId, incoming, { jobId: null, now })
    })
  }
}

export const launchBody = ({ templateId, listId }: Pick<Sender, 'templateId' | 'listId'>, more: object = {}) => ({
  templateId,
  contactListId: listId,
  ...more,
})

/** Launches through the API and returns the body of the answer. */
export async function launchNow(product: TestProduct, sender: Sender, more: object = {}) {
  const answer = await product.post('/campaigns/launch', launchBody(sender, more), { token: sender.token })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as { campaignId: string; recipients: number; estimatedCostMinorUnit: number; status: string }
}

export const messagesOf = ({ deps }: Pick<TestProduct, 'deps'>, campaignId: string) =>
  deps.db.selectFrom('message').selectAll().where('campaign_id', '=', campaignId).orderBy('id').execute()

export const campaignRow = ({ deps }: Pick<TestProduct, 'deps'>, campaignId: string) =>
  deps.db.selectFrom('campaign').selectAll().where('id', '=', campaignId).executeTakeFirstOrThrow()

/** Waits until all messages of a campaign are written. */
export const expanded = (product: Pick<TestProduct, 'deps'>, campaignId: string) =>
  eventually(async () => {
    const row = await campaignRow(product, campaignId)
    expect(row.expanded_at).not.toBeNull()
    return row
  }, 30_000)

/** A vendor with a plan and nothing to send. */
export async function newPayingVendor(product: TestProduct, companyName?: string) {
  const vendor = await newVendor(product, companyName)
  await subscribe(product, vendor.vendorId as VendorId)
  return vendor
}
