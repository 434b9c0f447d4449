import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { checkoutScript } from './checkout-script.ts'

/** A gateway of another brand, whose window reports what the test lets it report. */
const OTHER_GATEWAY = `function createCheckout(order, callbacks) {
  if (!isLoaded) return undefined
  return { open() { opened.push(order); Object.assign(gateway, callbacks) } }
}
`

interface Gateway {
  paid(proof: { gatewayPaymentId: string; signature: string }): void
  failed(): void
  closed(): void
}

function openPage({ isLoaded = true } = {}) {
  const dataset = { key: 'key_1', order: 'order_1', orderId: 'o-1', amount: '123450', currency: 'INR', purpose: 'Plan' }
  const clicks: (() => void)[] = []
  const button = {
    dataset,
    disabled: false,
    textContent: 'Pay',
    addEventListener: (_: 'click', on: () => void) => clicks.push(on),
  }
  const statusLine = { textContent: '' }
  const visited: string[] = []
  const page = {
    isLoaded,
    opened: [] as unknown[],
    gateway: {} as Gateway,
    document: { getElementById: (id: string) => (id === 'pay' ? button : statusLine) },
    location: { assign: (url: string) => visited.push(url), reload: () => visited.push('again') },
    URLSearchParams,
  }
  runInContext(checkoutScript({ browserCode: OTHER_GATEWAY }), createContext(page))
  const click = () => {
    for (const listener of clicks) listener()
  }
  return { ...page, button, statusLine, visited, click }
}

test('any gateway opens at once with the order, and takes the payer back with its proof in the fragment', () => {
  const page = openPage()
  expect(page.opened).toEqual([
    {
      keyId: 'key_1',
      gatewayOrderId: 'order_1',
      amountMinorUnit: 123_450,
      currency: 'INR',
      merchant: 'Harkara',
      description: 'Plan',
      accentColour: '#0f766e',
    },
  ])
  page.gateway.paid({ gatewayPaymentId: 'pay_1', signature: 'a b' })
  expect(page.visited).toEqual(['/billing/orders/o-1#gatewayPaymentId=pay_1&signature=a+b'])
  expect(page.button.disabled).toBe(true)
})

test('after a failure or a closed window the payer can open it again', () => {
  const page = openPage()
  page.gateway.failed()
  expect(page.statusLine.textContent).toMatch(/did not go through/)
  page.gateway.closed()
  expect(page.statusLine.textContent).toMatch(/window is closed/)
  page.click()
  expect([page.statusLine.textContent, page.opened.length]).toEqual(['', 2])
})

test('without the script of the gateway the page offers to load it again', () => {
  const page = openPage({ isLoaded: false })
  expect(page.statusLine.textContent).toMatch(/could not be loaded/)
  expect(page.button.textContent).toBe('Try again')
  page.click()
  expect([page.visited, page.opened]).toEqual([['again'], []])
})
