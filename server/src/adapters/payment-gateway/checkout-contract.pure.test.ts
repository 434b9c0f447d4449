import { createHmac } from 'node:crypto'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'
import { razorpayCheckout } from './razorpay-checkout.ts'
import { razorpayWebhooks } from './razorpay-webhooks.ts'

const ORDER = {
  keyId: 'rzp_test_1',
  gatewayOrderId: 'order_1',
  amountMinorUnit: 50_000,
  currency: 'INR',
  merchant: 'Harkara',
  description: 'Wallet recharge',
  accentColour: '#0f766e',
}

interface Options {
  handler(result: object): void
  modal: { ondismiss(): void }
}

/** Stands for the class that the gateway's script declares: keeps its options and what it was told to report. */
class LoadedScript {
  static opened: LoadedScript[] = []
  readonly listeners = new Map<string, () => void>()
  readonly options: Options
  constructor(options: Options) {
    this.options = options
  }
  on(event: string, listener: () => void) {
    this.listeners.set(event, listener)
  }
  open() {
    LoadedScript.opened.push(this)
  }
}

/** Runs the code of the adapter as the page does. */
function createCheckout(globals: object, reported: unknown[] = []) {
  const callbacks = {
    paid: (proof: object) => reported.push({ ...proof }),
    failed: () => reported.push('failed'),
    closed: () => reported.push('closed'),
  }
  const page = createContext({ ...globals, order: ORDER, callbacks })
  return runInContext(`${razorpayCheckout.browserCode};createCheckout(order, callbacks)`, page)
}

test('the script of the gateway is loaded from an origin that the page allows, and all of them are encrypted', () => {
  expect(razorpayCheckout.origins).toContain(new URL(razorpayCheckout.scriptUrl).origin)
  for (const origin of razorpayCheckout.origins) expect(origin).toMatch(/^https:\/\/[\w.*-]+$/)
})

test('a script that could not be loaded is no checkout', () => {
  expect(createCheckout({})).toBeUndefined()
})

test('a payment is reported with the proof that the gateway signed, a failure and a closed window as such', () => {
  const keySecret = 'secret of the key'
  const signature = createHmac('sha256', keySecret).update('order_1|pay_1').digest('hex')
  const reported: unknown[] = []
  createCheckout({ Razorpay: LoadedScript }, reported).open()
  const [opened] = LoadedScript.opened
  expect(opened?.options).toMatchObject({
    key: 'rzp_test_1',
    order_id: 'order_1',
    amount: 50_000,
    currency: 'INR',
    name: 'Harkara',
    description: 'Wallet recharge',
    theme: { color: '#0f766e' },
  })
  opened?.options.handler({
    razorpay_payment_id: 'pay_1',
    razorpay_order_id: 'order_1',
    razorpay_signature: signature,
  })
  opened?.options.modal.ondismiss()
  opened?.listeners.get('payment.failed')?.()
  expect(reported).toEqual([{ gatewayPaymentId: 'pay_1', signature }, 'closed', 'failed'])
  const { isCheckoutSigned } = razorpayWebhooks({ keySecret, webhookSecrets: [] })
  expect(isCheckoutSigned({ gatewayOrderId: 'order_1', gatewayPaymentId: 'pay_1' }, signature)).toBe(true)
})
