import { HOUR_MS } from '../../../domain/durations.ts'
import { dayAfter, localDay, startOfDay } from '../../../domain/local-days.ts'
import { NO_IDEMPOTENCY_KEY } from '../../../platform/idempotency/idempotency.ts'
import { approveRefund } from '../../refunds/decide.ts'
import { answerMessages, runCampaign } from './campaign-run.ts'
import { Company } from './company.ts'
import type { DemoVendor } from './demo-vendors.ts'
import type { Month } from './month.ts'

const TIMEZONE = 'Asia/Kolkata'
const CUSTOMERS = 'Customers'
const VIPS = 'VIP'
const VIP_EVERY = 4
const ANSWERED_AFTER_HOURS = 4.5
const NAMES = [
  'Asha',
  'Ravi',
  'Meera',
  'Imran',
  'Sarah',
  'Kiran',
  'Divya',
  'Arjun',
  'Fatima',
  'Joseph',
  'Nisha',
  'Vikram',
]
const SURNAMES = ['Rao', 'Kumar', 'Iyer', 'Shaikh', 'Jones', 'Patel', 'Menon', 'Das', 'Khan', 'Fernandes', 'Gupta']

interface Setting {
  end: Date
  passwordHash: string
  /** Distinguishes the phone numbers of the vendors' customers. */
  vendorIndex: number
}

/** Schedules everything that a vendor does in the month. */
export function scheduleVendor(month: Month, vendor: DemoVendor, { end, passwordHash, vendorIndex }: Setting) {
  const { profile, joins, paysCycle, funds, campaigns, reaction, refund } = vendor
  const today = localDay(end, TIMEZONE)
  const on = (day: number, hour: number, act: () => Promise<unknown>) =>
    month.schedule(new Date(startOfDay(dayAfter(today, -day), TIMEZONE).getTime() + hour * HOUR_MS), act)
  let company: Company
  let lists: { customers: string; vips: string }
  const templateIds: string[] = []
  let requestId = ''

  on(joins.day, 9, async () => {
    company = await Company.register(month.deps, profile, passwordHash)
    month.vendors.add(company.who.vendorId)
    await company.buyPlan(joins.plan, joins.cycle)
    await company.addContacts(customersOf(vendor, vendorIndex))
    lists = { customers: await company.createList(CUSTOMERS), vips: await company.createList(VIPS) }
    for (const template of vendor.templates) templateIds.push(await company.createTemplate(template))
  })
  if (paysCycle) on(paysCycle.day, 9, () => company.payCycle())
  for (const { day, paise } of funds) on(day, 9.25, () => company.addFunds(paise))
  for (const { day, hour, name, toVips, template = 0 } of campaigns) {
    on(day, hour, () => {
      const contactListId = toVips ? lists.vips : lists.customers
      return runCampaign(month, company, { name, contactListId, templateId: templateIds[template] ?? '' }, reaction)
    })
    if (day > 1) on(day, hour + ANSWERED_AFTER_HOURS, () => answerMessages(month, company))
  }
  if (!refund) return
  on(refund.day, 8, async () => {
    requestId = await company.requestRefund(refund.reason)
  })
  if (refund.approvedOn !== undefined)
    on(refund.approvedOn, 10, () => approveRefund(month.deps, month.operator, requestId, {}, NO_IDEMPOTENCY_KEY))
}

const customersOf = ({ contacts, profile: { city } }: DemoVendor, vendorIndex: number) =>
  Array.from({ length: contacts }, (_, n) => ({
    name: `${NAMES[n % NAMES.length]} ${SURNAMES[Math.floor(n / NAMES.length + n) % SURNAMES.length]}`,
    mobile: `+9198765${String(10_000 * (vendorIndex + 1) + n)}`,
    labels: n % VIP_EVERY === 0 ? [CUSTOMERS, VIPS] : [CUSTOMERS],
    attributes: { city },
  }))
