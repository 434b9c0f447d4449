import { PLATFORM } from '../../../domain/ids.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { OPERATOR } from '../../../platform/http/guards/access.ts'
import { createPager, IdParams, listOf } from '../../../platform/http/pagination.ts'
import { PendingView } from '../../approvals/schema.ts'
import { TransactionsQuery, TransactionView } from '../../wallet/schema.ts'
import { CorrectionView, VendorTransactionView } from '../schema.ts'
import { listVendorTransactions } from '../vendor-transactions.ts'
import { CorrectionBody, correctCredit } from './correct.ts'
import { CreditBody, creditWallet } from './credit.ts'

const config = { access: OPERATOR } as const
const acting = { ...config, idempotency: 'honoured' } as const
const tags = ['admin']

/** Operators' credits and corrections. */
export function operatorWalletRoutes(app: App, deps: Deps) {
  app.post(
    '/admin/wallet/credit',
    {
      config: acting,
      schema: {
        tags,
        summary: "Credit a vendor's wallet",
        description:
          'CREDIT counts as paid funds, BONUS as bonus credit. Recorded in the audit log. Above the approval threshold (202), nothing is credited until another operator approves it.',
        body: CreditBody,
        response: { 201: TransactionView, 202: PendingView },
      },
    },
    async ({ operator, body, idempotency }, reply) => {
      const done = await creditWallet(deps, operator, body, idempotency)
      return 'approvalId' in done ? reply.code(202).send(done) : reply.code(201).send(done)
    },
  )
  app.post(
    '/admin/wallet/corrections',
    {
      config: acting,
      schema: {
        tags,
        summary: "Reverse an operator's credit",
        description:
          'Adds a DEBIT of the same amount, limited to the available balance; `uncorrectedMinorUnit` is the rest. Each credit can be reversed once: repeating the request returns the first response. Above the approval threshold (202), another operator has to approve it.',
        body: CorrectionBody,
        response: { 201: CorrectionView, 202: PendingView },
      },
    },
    async ({ operator, body, idempotency }, reply) => {
      const done = await correctCredit(deps, operator, body, idempotency)
      return 'approvalId' in done ? reply.code(202).send(done) : reply.code(201).send(done)
    },
  )
  app.get(
    '/admin/vendors/:id/transactions',
    {
      config,
      schema: {
        tags,
        summary: 'List the ledger entries of a vendor, newest first',
        params: IdParams,
        querystring: TransactionsQuery,
        response: { 200: listOf(VendorTransactionView) },
      },
    },
    async ({ params, query: { type, ...page } }) => {
      const pager = createPager(deps.signer, `admin/vendors/${params.id}/transactions/${type ?? ''}`, PLATFORM)
      const slice = pager.slice(page)
      const { transactions, total } = await listVendorTransactions(deps, params.id, type, slice)
      return pager.answer(slice, transactions, total, ({ sequence }) => String(sequence))
    },
  )
}
