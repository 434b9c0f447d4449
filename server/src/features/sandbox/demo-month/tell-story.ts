import { HOUR_MS } from '../../../domain/durations.ts'
import { dayAfter, localDay, startOfDay } from '../../../domain/local-days.ts'
import { NO_IDEMPOTENCY_KEY } from '../../../platform/idempotency/idempotency.ts'
import { approveRefund } from '../../refunds/decide.ts'
import { answerMessages, runCampaign } from './campaign-run.ts'
import { Company } from './company.ts'
import type { Month } from './month.ts'
import type { Story } from './story.ts'

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
  /** Of several companies, so that they do not have the same customers. */
  place: number
}

/** Plans everything that a company does in the month. */
export function tellStory(month: Month, story: Story, { end, passwordHash, place }: Setting) {
  const { profile, joins, paysCycle, funds, campaigns, reaction, refund } = story
  const today = localDay(end, TIMEZONE)
  const on = (day: number, hour: number, act: () => Promise<unknown>) =>
    month.plan(new Date(startOfDay(dayAfter(today, -day), TIMEZONE).getTime() + hour * HOUR_MS), act)
  let company: Company
  let lists: { customers: string; vips: string }
  const templateIds: string[] = []
  let requestId = ''

  on(joins.day, 9, async () => {
    company = await Company.register(month.deps, profile, passwordHash)
    month.vendors.add(company.who.vendorId)
    await company.buyPlan(joins.plan, joins.cycle)
    await company.addContacts(customersOf(story, place))
    lists = { customers: await company.createList(CUSTOMERS), vips: await company.createList(VIPS) }
    for (const template of story.templates) templateIds.push(await company.createTemplate(template))
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

const customersOf = ({ contacts, profile: { city } }: Story, place: number) =>
  Array.from({ length: contacts }, (_, n) => ({
    name: `${NAMES[n % NAMES.length]} ${SURNAMES[Math.floor(n / NAMES.length + n) % SURNAMES.length]}`,
    mobile: `+9198765${String(10_000 * (place + 1) + n)}`,
    labels: n % VIP_EVERY === 0 ? [CUSTOMERS, VIPS] : [CUSTOMERS],
    attributes: { city },
  }))
