import { type RateE10, readRate } from '../../../domain/money/exchange-rate.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { OPERATOR } from '../../../platform/http/guards/access.ts'
import { PendingView } from '../../approvals/schema.ts'
import { presentRate } from '../../currency/present-rate.ts'
import { RateBody, RateView } from '../../currency/schema.ts'
import { setExchangeRate } from './set-exchange-rate.ts'

export function exchangeRateRoutes(app: App, deps: Deps) {
  app.put(
    '/admin/exchange-rates',
    {
      config: { access: OPERATOR },
      schema: {
        tags: ['admin'],
        summary: 'Confirm an exchange rate',
        description:
          'A change of more than 20% in the rate feed is rejected until an operator confirms it here. Later changes are compared with this rate. Outside sandbox mode another operator has to approve a rate that differs by more than 20% from the last one that the feed offered (202).',
        body: RateBody,
        response: { 200: RateView, 202: PendingView },
      },
    },
    async ({ operator, body }, reply) => {
      const done = await setExchangeRate(deps, operator, body.currency, readRate(body.rate) as RateE10)
      if ('approvalId' in done) return reply.code(202).send(done)
      return reply.code(200).send(presentRate(done, deps.clock.now()))
    },
  )
}
