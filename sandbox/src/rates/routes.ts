import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { readJson, readQuery } from '../http/read.ts'
import type { World } from '../world.ts'
import { RatesChange } from './rates.ts'

const BASE = 'must be USD: the sandbox quotes every currency against it'
const RatesQuery = z.strictObject({ base: z.literal('USD', BASE).default('USD') })

/** The exchange-rate service itself: `RATES_URL` of the product points here. */
export function ratesApi(app: FastifyInstance, world: World) {
  app.get('/rates', async (request) => {
    const { base } = readQuery(RatesQuery, request)
    return { base, timestamp: Math.floor(world.clock.now().getTime() / 1_000), rates: world.rates.all() }
  })
}

export function ratesControl(app: FastifyInstance, world: World) {
  app.put(
    '/control/rates',
    { config: { does: 'Change exchange rates, units for one USD; the others stay', example: '{"INR": 84.1}' } },
    async (request) => {
      world.rates.merge(readJson(RatesChange, request))
      return { base: 'USD', rates: world.rates.all() }
    },
  )
}
