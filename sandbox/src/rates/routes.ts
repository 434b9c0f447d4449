import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readJson, readQuery } from '../http/read.ts'
import type { SandboxState } from '../sandbox-state.ts'
import { RatesChange } from './rates.ts'

const BASE = 'must be USD: the sandbox quotes every currency against it'
const RatesQuery = z.strictObject({ base: z.literal('USD', BASE).default('USD') })

/** The exchange rate service, at `RATES_URL` of the product. */
export function ratesApi(app: FastifyInstance, state: SandboxState) {
  app.get('/rates', async (request) => {
    const { base } = readQuery(RatesQuery, request)
    return { base, timestamp: Math.floor(state.clock.now().getTime() / 1_000), rates: state.rates.all() }
  })
}

export function ratesControl(app: FastifyInstance, state: SandboxState) {
  app.put(
    '/control/rates',
    { config: { does: 'Change exchange rates, in units per USD; others are unchanged', example: '{"INR": 84.1}' } },
    async (request) => {
      state.rates.merge(readJson(RatesChange, request))
      return { base: 'USD', rates: state.rates.all() }
    },
  )
}
