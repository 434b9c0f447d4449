import { expect, test } from 'vitest'
import type { Balance, Dashboard, Vendor } from '../../api/queries.ts'
import { attentionItems } from './attention-items.ts'

const balance = (balanceMinorUnit: number, lowBalanceThreshold: number) =>
  ({ balanceMinorUnit, lowBalanceThreshold }) as Balance
const dashboard = (paused: number, ...statuses: string[]) =>
  ({
    campaigns: { PAUSED: paused },
    recentImports: statuses.map((status, n) => ({ jobId: `job-${n}`, fileName: `${n}.csv`, status })),
  }) as unknown as Dashboard

const vendor = (address: object | null) => ({ address }) as Vendor
const ADDRESS = { line1: '14 Lotus Lane', state: 'Maharashtra' }

test('nothing is listed while nothing needs attention', () => {
  expect(
    attentionItems(vendor(ADDRESS), balance(50_000, 50_000), dashboard(0, 'COMPLETED', 'PROCESSING', 'FAILED'), true),
  ).toEqual([])
  expect(attentionItems(vendor(ADDRESS), balance(0, 0), dashboard(0), true)).toEqual([])
})

test('each item links to the page that resolves it, the most urgent first', () => {
  const items = attentionItems(
    vendor(null),
    balance(49_999, 50_000),
    dashboard(2, 'PENDING_REVIEW', 'COMPLETED', 'AWAITING_MAPPING'),
    true,
  )
  expect(items.map(({ path }) => path)).toEqual([
    '/campaigns',
    '/wallet',
    '/imports/job-0',
    '/imports/job-2',
    '/settings/company',
  ])
  expect(items[0]?.text).toBe('2 campaigns are paused')
  expect(items[0]?.search).toEqual({ status: 'PAUSED' })
})

test('an address that is only the state of the GSTIN is missing', () => {
  const items = attentionItems(vendor({ line1: null, state: 'Maharashtra' }), balance(1, 1), dashboard(0), true)
  expect(items.map(({ path }) => path)).toEqual(['/settings/company'])
})

test('members are not sent to what only administrators may do', () => {
  const items = attentionItems(vendor(null), balance(1, 2), dashboard(1, 'PENDING_REVIEW'), false)
  expect(items.map(({ path }) => path)).toEqual(['/campaigns', '/imports/job-0'])
})
