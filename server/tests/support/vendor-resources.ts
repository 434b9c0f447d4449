import { DAY_MS } from '../../src/domain/durations.ts'
import type { VendorId } from '../../src/domain/ids.ts'
import { hashEmail, sealEmail } from '../../src/features/auth/accounts/email-identity.ts'
import { openSession, sessionDeps } from '../../src/features/auth/sessions/sessions.ts'
import { creditInvoice } from '../../src/features/invoices/credit-notes/credit.ts'
import { issueInvoice } from '../../src/features/invoices/issue.ts'
import { insertSingle } from '../../src/features/messages/singles/single.sql.ts'
import { notify } from '../../src/features/notifications/notify.ts'
import { createOrder } from '../../src/features/orders/create.ts'
import { openRefund } from '../../src/features/refunds/requests/request.ts'
import { replaceInvitation } from '../../src/features/team/sql.ts'
import { inTransaction } from '../../src/platform/db/db.ts'
import { NO_IDEMPOTENCY_KEY } from '../../src/platform/idempotency/idempotency.ts'
import { newId } from '../../src/platform/ids.ts'
import { newPasskeyDevice } from './auth/passkey-device.ts'
import { bareCampaign } from './campaigns/campaign-rows.ts'
import { bareQuotation } from './campaigns/quotations.ts'
import { upload } from './imports/imports.ts'
import { shortTemplate } from './messaging/templates.ts'
import { newPaymentId } from './payments/gateway-events.ts'
import { fakeGateway } from './payments/payments.ts'
import { newEmail, newMember, type TestProduct } from './product.ts'

export interface Tenant {
  token: string
  vendorId: string
}
export type Make = (tenant: Tenant) => Promise<string>

/** Creates a vendor's resource whose id occurs in these paths. A new route with an id needs an entry here. */
export function makersOf(product: TestProduct): Record<string, Make> {
  const { deps } = product
  const made =
    (path: string, body: () => object): Make =>
    async ({ token }) =>
      (await product.post(path, body(), { token })).body.id
  let count = 0

  const contact = made('/contacts', () => ({ mobile: `9198${10_000_000 + ++count}` }))
  const list = made('/contact-lists', () => ({ name: 'a' }))
  const importPreset = made('/contacts/import-presets', () => ({
    name: `Preset ${++count}`,
    columns: { Phone: { field: 'phone' } },
  }))
  const importJob: Make = async ({ token }) =>
    (await upload(product, `Phone\n98${20_000_000 + ++count}\n`, { token })).body.jobId
  const invoice: Make = async ({ vendorId }) => (await issue(vendorId as VendorId)).id
  const issue = (vendorId: VendorId, type: 'WALLET_RECHARGE' | 'SUBSCRIPTION' = 'WALLET_RECHARGE') =>
    inTransaction(deps.db, (tx) =>
      issueInvoice(
        tx,
        deps,
        vendorId,
        {
          type,
          baseMinorUnit: 50_000n,
          currency: 'INR',
          description: 'Wallet recharge',
          gatewayPaymentId: newPaymentId(),
        },
        deps.clock.now(),
      ),
    )
  const creditNote: Make = async (tenant) => {
    const vendorId = tenant.vendorId as VendorId
    const credit = {
      invoiceId: await invoice(tenant),
      amountMinorUnit: 50_000n,
      gatewayRefundId: `rfnd_${newId<'x'>()}`,
      refundRequestId: newId<'x'>(),
      reason: 'test',
    }
    await inTransaction(deps.db, (tx) => creditInvoice(tx, deps, vendorId, credit, deps.clock.now()))
    return (await product.get('/billing/credit-notes', tenant)).body.data[0].id
  }
  const order: Make = async ({ vendorId }) => {
    const who = {
      kind: 'vendor',
      vendorId: vendorId as VendorId,
      role: 'ADMIN',
      accountId: undefined,
      apiKey: { id: '01900000-0000-7000-8000-000000000001', scopes: null },
    } as const
    const wanted = { type: 'WALLET', amountMinorUnit: 50_000n, currency: 'INR', details: {} } as const
    return (await createOrder({ ...deps, gateway: fakeGateway() }, who, wanted)).orderId
  }
  const notification: Make = async (tenant) => {
    const notice = { kind: 'LOW_BALANCE', balanceMinorUnit: 1, thresholdMinorUnit: 2, currency: 'INR' } as const
    const vendorId = tenant.vendorId as VendorId
    await inTransaction(deps.db, (tx) => notify(tx, vendorId, notice, newId<'x'>(), deps.clock.now()))
    return (await product.get('/notifications', tenant)).body.data[0].id
  }
  /** A second device, because ending the first would end the test's own session. */
  const device: Make = async (tenant) => {
    const [member] = (await product.get('/vendor/users', tenant)).body.data
    await inTransaction(deps.db, (tx) => openSession(tx, sessionDeps(deps), member.id, undefined, deps.clock.now()))
    const { data } = (await product.get('/auth/sessions', tenant)).body
    return data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id
  }
  const passkey: Make = async ({ token }) => {
    const { body: options } = await product.post('/auth/passkeys/options', undefined, { token })
    return (await product.post('/auth/passkeys', { passkey: newPasskeyDevice().create(options) }, { token })).body.id
  }
  const member: Make = async ({ token }) => (await newMember(product, token)).userId
  /** Without the plan that inviting requires, which would change what else the vendor may do. */
  const invitation: Make = async ({ vendorId }) => {
    const [id, now] = [newId<'invitation'>(), deps.clock.now()]
    const email = newEmail()
    const row = { id, emailHash: hashEmail(deps, email), role: 'MEMBER', invitedBy: newId<'account'>() } as const
    const times = { expiresAt: new Date(now.getTime() + DAY_MS), createdAt: now }
    await inTransaction(deps.db, async (tx) => {
      const emailCipher = await sealEmail(deps, tx, email)
      await replaceInvitation(tx, vendorId as VendorId, { ...row, ...times, emailCipher })
    })
    return id
  }
  const refundRequest: Make = async (tenant) => {
    const vendorId = tenant.vendorId as VendorId
    const { id: invoiceId } = await issue(vendorId, 'SUBSCRIPTION')
    const operator = { kind: 'operator', accountId: newId<'account'>(), role: 'OWNER' } as const
    const body = { vendorId, invoiceId, basis: 'PLATFORM_ERROR', reason: 'A day without service.' } as const
    return (await openRefund(deps, operator, body, NO_IDEMPOTENCY_KEY)).id
  }

  const message: Make = async ({ vendorId }) => {
    const id = newId<'message'>()
    const single = { id, kind: 'TEST', contactId: null, mobileHash: Buffer.alloc(32), countryCode: 'IN' } as const
    const rest = { category: 'UTILITY', costMinorUnit: 0n, contentCipher: Buffer.alloc(1), autoReplyId: null } as const
    await inTransaction(deps.db, async (tx) => {
      await insertSingle(tx, vendorId as VendorId, { ...single, ...rest }, deps.clock.now())
      await tx
        .updateTable('message')
        .set({ status: 'CANCELLED', settled_as: 'REFUNDED' })
        .where('id', '=', id)
        .execute()
    })
    return id
  }
  const dataExport: Make = async ({ vendorId }) => {
    const id = newId<'export'>()
    const file = { storage_key: `exports/${vendorId}/${id}`, file_key_cipher: Buffer.alloc(1), requested_by: null }
    const row = { vendor_id: vendorId as VendorId, id, status: 'FAILED', ...file } as const
    await deps.db
      .insertInto('vendor_export')
      .values({ ...row, requested_at: deps.clock.now() })
      .execute()
    return id
  }
  const quotation: Make = async ({ vendorId }) => (await bareQuotation(product, vendorId as VendorId)).id
  const campaign: Make = ({ vendorId }) => bareCampaign(product, vendorId as VendorId)

  const below = (root: string, make: Make, ...paths: string[]) =>
    Object.fromEntries(paths.map((path) => [root + path, make]))
  return {
    '/vendor/users/{id}': invitation,
    '/auth/sessions/{id}': device,
    '/auth/passkeys/{id}': passkey,
    '/vendor/users/{id}/mfa': member,
    '/vendor/api-keys/{id}': made('/vendor/api-keys', () => ({ name: 'a' })),
    ...below('/vendor/export/{id}', dataExport, '', '/download'),
    ...below('/contacts/{id}', contact, '', '/history', '/opt-out'),
    ...below('/contact-lists/{id}', list, '', '/contacts'),
    ...below('/contacts/import/{jobId}', importJob, '', '/status', '/mapping', '/preview', '/what-if', '/events'),
    ...below('/contacts/import/{jobId}', importJob, '/rows', '/rows/{rowIndex}'),
    ...below('/contacts/import/{jobId}', importJob, '/rows/exclude', '/rows/include', '/rows/replace'),
    ...below('/contacts/import/{jobId}', importJob, '/rows/replace/{replacementId}/undo'),
    ...below('/contacts/import/{jobId}', importJob, '/confirm', '/cancel', '/undo'),
    ...below('/contacts/import/{jobId}', importJob, '/reports/errors', '/reports/warnings'),
    ...below('/contacts/import-presets/{id}', importPreset, ''),
    ...below('/billing/invoices/{id}', invoice, '', '/pdf'),
    ...below('/campaigns/{id}', campaign, '', '/messages', '/report', '/receipt', '/timeline', '/retry-failed'),
    ...below('/campaigns/{id}', campaign, '/pause', '/resume', '/cancel'),
    ...below('/templates/{id}', made('/templates', shortTemplate), '', '/test'),
    '/messages/{id}': message,
    ...below('/quotations/{id}', quotation, '', '/pdf'),
    ...below('/conversations/{contactId}', contact, '/messages', '/read'),
    '/auto-replies/{id}': made('/auto-replies', () => ({ keyword: `word ${++count}`, reply: 'Hello' })),
    '/billing/credit-notes/{id}/pdf': creditNote,
    ...below('/billing/orders/{orderId}', order, '', '/confirm'),
    '/billing/refund-requests/{id}': refundRequest,
    '/notifications/{id}/read': notification,
  }
}
