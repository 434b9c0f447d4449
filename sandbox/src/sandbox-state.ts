import { type Clock, createClock } from './clock/clock.ts'
import type { Config } from './config.ts'
import type { ControlRoute } from './control/control-route.ts'
import { createGateway, type Gateway } from './gateway/gateway.ts'
import { createMailbox, type Mailbox } from './mail/mailbox.ts'
import { createProduct, type Product } from './product/product.ts'
import { createProvider, type Provider } from './provider/provider.ts'
import { createRates, type Rates } from './rates/rates.ts'

/** The whole state of the sandbox. It is kept in memory only, so every sandbox starts empty. */
export interface SandboxState {
  config: Config
  clock: Clock
  mailbox: Mailbox
  product: Product
  gateway: Gateway
  provider: Provider
  rates: Rates
  controlRoutes: ControlRoute[]
  /** Known once the ports are open. */
  addresses: { url: string; smtpUrl: string }
}

export function createSandboxState(config: Config): SandboxState {
  const clock = createClock()
  const product = createProduct(config.productUrl)
  return {
    config,
    clock,
    mailbox: createMailbox(),
    product,
    gateway: createGateway({ config, clock, product }),
    provider: createProvider({ config, clock, product }),
    rates: createRates(),
    controlRoutes: [],
    addresses: { url: '', smtpUrl: '' },
  }
}
