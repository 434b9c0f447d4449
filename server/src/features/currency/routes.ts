import { PLATFORM } from '../../domain/ids.ts'
import { type RateE10, rateText, readRate } from '../../domain/money/exchange-rate.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER, OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { rateOf } from './refresh.ts'
import { CurrencyView, RateBody, RateView } from './schema.ts'
import { listCurrencies, listRates, setRate } from './set-rate.ts'
import { isUsable } from './usd-rate.ts'

export function currencyRoutes(app: App, deps: Deps) {
  app.get(
    '/currencies',
    {
      config: { access: ANY_VENDOR_USER, resource: 'billing' },
      schema: {
        tags: ['billing'],
        summary: 'List wallet currencies',
        querystring: ListQuery,
        response: { 200: listOf(CurrencyView) },
      },
    },
    async ({ query, vendor }) =>
      createPager(deps.signer, 'currencies', vendor.vendorId).answerAll(
        query,
        await listCurrencies(deps),
        ({ code }) => code,
      ),
  )
  operatorRoutes(app, deps)
}

function operatorRoutes(app: App, deps: Deps) {
  const present = (row: { currency: string; rate: string; fetchedAt: Date }) => ({
    currency: row.currency,
    rate: rateText(rateOf(row)),
    fetchedAt: row.fetchedAt.toISOString(),
    isUsable: isUsable(row, deps.clock.now()),
  })
  const pager = createPager(deps.signer, 'admin/exchange-rates', PLATFORM)

  app.get(
    '/admin/exchange-rates',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'List the latest exchange rates',
        querystring: ListQuery,
        response: { 200: listOf(RateView) },
      },
    },
    async ({ query }) => pager.answerAll(query, (await listRates(deps)).map(present), ({ currency }) => currency),
  )
  app.put(
    '/admin/exchange-rates',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'Confirm an exchange rate',
        description:
          'A change of more than 20% in the rate feed is rejected until an operator confirms it here. Later changes are compared with this rate.',
        body: RateBody,
        response: { 200: RateView },
      },
    },
    async ({ operator, body }) => present(await setRate(deps, operator, body.currency, readRate(body.rate) as RateE10)),
  )
}
