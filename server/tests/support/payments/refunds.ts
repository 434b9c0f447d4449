import { expect } from 'vitest'
import { OPERATOR_EMAIL, SANDBOX_PASSWORD } from '../../../src/features/sandbox/seed.ts'
import { eventually } from '../eventually.ts'
import { signIn, type TestProduct } from '../product.ts'
import { invoicesOf, payOrder } from './subscriptions.ts'

const WITHIN_MS = 20_000
const HALF_A_SESSION_MS = 450_000

export type RefundFixture = ReturnType<typeof refundFixture>

/** Actions of vendors and operators about refunds. */
export function refundFixture(product: TestProduct) {
  let session: { token: string; until: number } | undefined
  /** Reuses the session until half of it has passed, because checking a password is slow. */
  const operator = async () => {
    const now = product.deps.clock.now().getTime()
    if (!session || session.until < now) {
      const { body } = await signIn(product, OPERATOR_EMAIL, SANDBOX_PASSWORD)
      session = { token: body.accessToken, until: now + HALF_A_SESSION_MS }
    }
    return { token: session.token }
  }
  const ask = (vendor: { token: string }, body: object, headers: Record<string, string> = {}) =>
    product.post(
      '/billing/refund-requests',
      { reason: 'We changed our minds.', ...body },
      { token: vendor.token, headers },
    )
  const decide = async (
    id: string,
    how: 'approve' | 'reject',
    body: object = how === 'reject' ? { note: 'No.' } : {},
  ) => product.post(`/admin/refunds/${id}/${how}`, body, await operator())
  /** Requests that the account be closed, and approves it. */
  const leave = async (vendor: { token: string }) => {
    const { body, status } = await ask(vendor, { kind: 'WALLET_EXIT' })
    expect(status).toBe(201)
    const approved = await decide(body.id, 'approve')
    expect(approved.status).toBe(200)
    return { id: body.id as string, approved: approved.body }
  }
  const read = async (id: string) => (await product.get(`/admin/refunds/${id}`, await operator())).body
  const ends = (id: string, status: string, withinMs = WITHIN_MS) =>
    eventually(async () => {
      const request = await read(id)
      expect(request.status).toBe(status)
      return request
    }, withinMs)
  const invoice = async (vendor: { token: string }, type: string) =>
    (await invoicesOf(product, vendor)).find((one: { type: string }) => one.type === type)
  const recharge = (vendor: { token: string }, amountMinorUnit: number) =>
    payOrder(product, vendor, '/wallet/recharge/init', { amountMinorUnit })
  const give = async (vendorId: string, amountMinorUnit: number, type: 'BONUS' | 'CREDIT') =>
    product.post('/admin/wallet/credit', { vendorId, amountMinorUnit, type, reason: 'Goodwill' }, await operator())
  /** The refunds of a payment according to the gateway. */
  const refundsOf = async (paymentId: string): Promise<{ amount: number; status: string; id: string }[]> =>
    (await product.gateway.truth()).refunds.filter((refund: { payment_id: string }) => refund.payment_id === paymentId)
  const audit = async (action: string, subjectId: string) =>
    (await product.get(`/admin/audit?action=${action}&pageSize=100`, await operator())).body.data.filter(
      (entry: { subjectId: string }) => entry.subjectId === subjectId,
    )
  return { operator, ask, decide, leave, read, ends, invoice, recharge, give, refundsOf, audit }
}
