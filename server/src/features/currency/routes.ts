import { PLATFORM } from '../../domain/ids.ts'
import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER, OPERATOR } from '../../platform/http/guards/access.ts'
import { createPager, ListQuery, listOf } from '../../platform/http/pagination.ts'
import { presentRate } from './present-rate.ts'
import { CurrencyView, RateView } from './schema.ts'
import { listCurrencies, listRates } from './set-rate.ts'

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
    async ({ query }) => {
      const now = deps.clock.now()
      const rates = (await listRates(deps)).map((row) => presentRate(row, now))
      return pager.answerAll(query, rates, ({ currency }) => currency)
    },
  )
}
