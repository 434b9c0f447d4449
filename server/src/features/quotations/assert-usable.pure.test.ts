import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../domain/durations.ts'
import { RATE_SCALE } from '../../domain/money/exchange-rate.ts'
import { assertUsable } from './assert-usable.ts'
import type { ResolvedAudience } from './audience.ts'
import type { Quotation } from './read.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const later = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS)
const mapping = { '1': { from: 'name' }, '2': { value: 'x' } } as const
const items = [
  { countryCode: 'GB', recipients: 2 },
  { countryCode: 'IN', recipients: 10 },
].map((item) => ({
  ...item,
  metaCostUsdMicros: 1n,
  markupPercent: 0,
  unitMinorUnit: 1n,
  subtotalMinorUnit: BigInt(item.recipients),
}))
const QUOTATION: Quotation = {
  id: 'q',
  templateId: 't',
  listId: 'l',
  mapping,
  excludeCountries: ['ES', 'FR'],
  snapshotId: 's',
  price: {
    category: 'UTILITY',
    rate: { currency: 'INR', rate: RATE_SCALE, decimals: 2, fetchedAt: NOW },
    discountPercent: 0,
    items,
    messagesMinorUnit: 12n,
    platformFeeMinorUnit: 0n,
    totalMinorUnit: 12n,
  },
  recipients: 12,
  skipped: [],
  pdfStatus: 'PENDING',
  pdfStorageKey: null,
  expiresAt: later(24),
  createdAt: NOW,
}
const TEMPLATE = { id: 't', category: 'UTILITY' } as ResolvedAudience['template']
const audience = (byCountry: Record<string, number>): ResolvedAudience['audience'] => ({
  recipients: 0,
  byCountry: new Map(Object.entries(byCountry)),
  skipped: [],
})
const TARGET: ResolvedAudience = {
  template: TEMPLATE,
  listId: 'l',
  mapping,
  excludeCountries: ['ES', 'FR'],
  audience: audience({ IN: 10, GB: 2 }),
}
const use = (
  target: Partial<ResolvedAudience>,
  quotation: Partial<Quotation> = {},
  at = later(23.9),
  currency = 'INR',
) => assertUsable({ ...QUOTATION, ...quotation }, { ...TARGET, ...target }, currency, at)

describe('a quotation is valid', () => {
  test('for the same template, list, variables, exclusions and recipients, in any order', () => {
    use({})
    use({ mapping: { '2': { value: 'x' }, '1': { from: 'name' } } })
    use({ mapping: {} }, { mapping: {} })
    use({ excludeCountries: ['FR', 'ES'] })
    use({}, { price: { ...QUOTATION.price, items: items.toReversed() } })
  })

  test.each<[string, string, Partial<ResolvedAudience>, Partial<Quotation>?, Date?, string?]>([
    ['another template', 'QUOTATION_MISMATCH', { template: { ...TEMPLATE, id: 'u' } }],
    ['another list', 'QUOTATION_MISMATCH', { listId: 'm' }],
    ['other variables', 'QUOTATION_MISMATCH', { mapping: { ...mapping, '2': { value: 'y' } } }],
    [
      'a text for those who lack one',
      'QUOTATION_MISMATCH',
      { mapping: { ...mapping, '1': { from: 'name', fallback: 'a' } } },
    ],
    ['variables, where none were named', 'QUOTATION_MISMATCH', {}, { mapping: undefined }],
    ['a country excluded less', 'QUOTATION_MISMATCH', { excludeCountries: ['ES'] }],
    ['a country excluded more', 'QUOTATION_MISMATCH', { excludeCountries: ['DE', 'ES', 'FR'] }],
    ['another country excluded', 'QUOTATION_MISMATCH', { excludeCountries: ['ES', 'DE'] }],
    ['no time after its end', 'QUOTATION_EXPIRED', {}, {}, later(24)],
    ['one person more', 'QUOTATION_STALE', { audience: audience({ IN: 11, GB: 2 }) }],
    ['one person less', 'QUOTATION_STALE', { audience: audience({ IN: 9, GB: 2 }) }],
    ['as many people elsewhere', 'QUOTATION_STALE', { audience: audience({ IN: 9, GB: 3 }) }],
    ['a country more', 'QUOTATION_STALE', { audience: audience({ IN: 10, GB: 2, US: 1 }) }],
    ['a country less', 'QUOTATION_STALE', { audience: audience({ IN: 10 }) }],
    ['another category', 'QUOTATION_STALE', { template: { ...TEMPLATE, category: 'MARKETING' } }],
    ['another currency', 'QUOTATION_STALE', {}, {}, later(1), 'USD'],
  ])('and not for %s', (_, code, target, quotation, at, currency) => {
    expect(() => use(target, quotation, at, currency)).toThrow(expect.objectContaining({ code }))
  })
})
