import type { Cycle } from '../../../domain/billing/billing-cycle.ts'
import type { ListedPlan } from '../../../domain/billing/subscription.ts'
import type { Reaction } from './campaign-run.ts'
import type { CompanyProfile } from './company.ts'

interface DemoTemplate {
  name: string
  body: string
}

/** A vendor and its events. Days are counted back from the end of the month. */
export interface DemoVendor {
  profile: CompanyProfile
  joins: { day: number; plan: ListedPlan; cycle: Cycle }
  paysCycle?: { day: number }
  funds: readonly { day: number; paise: number }[]
  contacts: number
  templates: readonly [DemoTemplate, ...DemoTemplate[]]
  /** To all customers with the first template by default. */
  campaigns: readonly { day: number; hour: number; name: string; toVips?: true; template?: number }[]
  reaction: Reaction
  /** Of the invoice of the first month. Without `approvedOn` no operator has decided yet. */
  refund?: { day: number; reason: string; approvedOn?: number }
}

/** The administrator whom the greeting names. */
export const MONTH_EMAIL = 'lotus@harkara.test'

export const DEMO_VENDORS: readonly DemoVendor[] = [
  {
    profile: {
      name: 'Lotus Sarees',
      email: MONTH_EMAIL,
      city: 'Mumbai',
      state: 'Maharashtra',
      stateCode: '27',
      postalCode: '400002',
    },
    joins: { day: 38, plan: 'ENTERPRISE', cycle: 'MONTHLY' },
    paysCycle: { day: 9 },
    funds: [
      { day: 37, paise: 250_000 },
      { day: 12, paise: 200_000 },
    ],
    contacts: 240,
    templates: [
      {
        name: 'new_arrivals',
        body: 'Hello {{1}}, new silk and cotton sarees have arrived in our {{2}} shop. Show this message for 10% off.',
      },
      {
        name: 'vip_preview',
        body: 'Dear {{1}}, as one of our best customers in {{2}} you see the new collection a day before everybody.',
      },
    ],
    campaigns: [
      { day: 35, hour: 10.5, name: 'Welcome offer' },
      { day: 30, hour: 11, name: 'Cotton week' },
      { day: 26, hour: 10.5, name: 'Wedding season preview', toVips: true, template: 1 },
      { day: 21, hour: 17, name: 'Silk festival' },
      { day: 17, hour: 10.5, name: 'Weekend sale' },
      { day: 13, hour: 11, name: 'New arrivals' },
      { day: 10, hour: 17, name: 'Banarasi collection', toVips: true, template: 1 },
      { day: 7, hour: 10.5, name: 'Wedding season' },
      { day: 5, hour: 17, name: 'Last pieces' },
      { day: 3, hour: 10.5, name: 'Weekend offers' },
      { day: 2, hour: 17, name: 'Members’ evening', toVips: true, template: 1 },
      { day: 1, hour: 10.5, name: 'Silk and cotton' },
    ],
    reaction: { fails: 0.04, reads: 0.62, replies: 0.04 },
  },
  {
    profile: {
      name: 'Malgudi Books',
      email: 'malgudi@harkara.test',
      city: 'Bengaluru',
      state: 'Karnataka',
      stateCode: '29',
      postalCode: '560001',
    },
    joins: { day: 33, plan: 'SMB', cycle: 'QUARTERLY' },
    funds: [{ day: 33, paise: 150_000 }],
    contacts: 120,
    templates: [
      {
        name: 'book_club',
        body: 'Dear {{1}}, the book club of {{2}} meets again. See what we read this month and reserve your copy.',
      },
    ],
    campaigns: [
      { day: 29, hour: 9.5, name: 'Book club: short stories' },
      { day: 22, hour: 18, name: 'Children’s week' },
      { day: 15, hour: 9.5, name: 'Author evening' },
      { day: 8, hour: 18, name: 'Book club: travel' },
      { day: 2, hour: 9.5, name: 'Winter reading' },
    ],
    reaction: { fails: 0.02, reads: 0.71, replies: 0.05 },
  },
  {
    // It has not paid its second month.
    profile: {
      name: 'Konkan Travels',
      email: 'konkan@harkara.test',
      city: 'Panaji',
      state: 'Goa',
      stateCode: '30',
      postalCode: '403001',
    },
    joins: { day: 44, plan: 'SMB', cycle: 'MONTHLY' },
    funds: [{ day: 44, paise: 100_000 }],
    contacts: 90,
    templates: [
      {
        name: 'weekend_trip',
        body: 'Hello {{1}}, there are seats left on our weekend bus from {{2}} to the coast. Reply to reserve yours.',
      },
    ],
    campaigns: [
      { day: 40, hour: 12, name: 'Long weekend' },
      { day: 32, hour: 12, name: 'Backwaters' },
      { day: 24, hour: 16, name: 'Last seats' },
      { day: 18, hour: 12, name: 'Winter timetable' },
    ],
    reaction: { fails: 0.08, reads: 0.44, replies: 0.02 },
  },
  {
    profile: {
      name: 'Kaveri Fitness',
      email: 'kaveri@harkara.test',
      city: 'Mysuru',
      state: 'Karnataka',
      stateCode: '29',
      postalCode: '570001',
    },
    joins: { day: 14, plan: 'SMB', cycle: 'MONTHLY' },
    funds: [{ day: 14, paise: 50_000 }],
    contacts: 50,
    templates: [
      {
        name: 'trial_class',
        body: 'Hello {{1}}, your first class in {{2}} is free this week. Reply with a day that suits you.',
      },
    ],
    campaigns: [{ day: 13, hour: 15, name: 'Free trial classes' }],
    reaction: { fails: 0.1, reads: 0.35, replies: 0.02 },
    refund: { day: 12, reason: 'We open half a year later than planned.', approvedOn: 11 },
  },
  {
    profile: {
      name: 'Nilgiri Coffee',
      email: 'nilgiri@harkara.test',
      city: 'Coimbatore',
      state: 'Tamil Nadu',
      stateCode: '33',
      postalCode: '641001',
    },
    joins: { day: 3, plan: 'SMB', cycle: 'MONTHLY' },
    funds: [],
    contacts: 25,
    templates: [
      {
        name: 'fresh_roast',
        body: 'Hello {{1}}, this week’s roast leaves for {{2}} on Friday. Order before Thursday evening.',
      },
    ],
    campaigns: [],
    reaction: { fails: 0, reads: 0, replies: 0 },
    refund: { day: 1, reason: 'Our customers prefer email.' },
  },
]
