import type { Deps } from '../../platform/deps.ts'
import type { App } from '../../platform/http/app.ts'
import { ANY_VENDOR_USER, VENDOR_ADMIN } from '../../platform/http/guards/access.ts'
import { createdFilter, createPager, listOf } from '../../platform/http/pagination.ts'
import { verifyLedger } from './ledger/verify.ts'
import { withProviderKeys } from './message-keys.ts'
import { listTransactions, readBalance } from './read.ts'
import { BalanceView, TransactionsQuery, TransactionView, VerdictView } from './schema.ts'

export function walletRoutes(app: App, deps: Deps) {
  app.get(
    '/wallet/balance',
    {
      config: { access: ANY_VENDOR_USER, resource: 'billing' },
      schema: { tags: ['billing'], summary: 'Get the wallet balance', response: { 200: BalanceView } },
    },
    async ({ vendor }) => readBalance(deps.db, vendor.vendorId),
  )
  app.get(
    '/billing/transactions',
    {
      config: { access: VENDOR_ADMIN, isOpenToClosedVendors: true },
      schema: {
        tags: ['billing'],
        summary: 'List ledger entries, newest first or oldest first',
        querystring: TransactionsQuery,
        response: { 200: listOf(TransactionView) },
      },
    },
    async ({ vendor, query: { type, ...query } }) => {
      // A cursor is valid only for the list it was issued for, and each type is a list of its own.
      const pager = createPager(deps.signer, `billing/transactions/${type ?? ''}`, vendor.vendorId)
      const page = pager.pageOf(query)
      const { transactions, total } = await listTransactions(deps.db, vendor.vendorId, type, page, createdFilter(query))
      const shown = await withProviderKeys(deps, deps.db, vendor.vendorId, transactions)
      return pager.answer(page, shown, total, ({ sequence }) => String(sequence))
    },
  )
  app.get(
    '/billing/ledger/verify',
    {
      config: { access: VENDOR_ADMIN },
      schema: {
        tags: ['billing'],
        summary: 'Verify the ledger',
        description:
          'Recomputes the hash chain and the balances from the first ledger entry to the newest. Reports an entry that was altered or removed.',
        response: { 200: VerdictView },
      },
    },
    async ({ vendor }) => verifyLedger(deps.db, vendor.vendorId),
  )
}
