import type { Deps } from '../../../platform/deps.ts'
import type { App } from '../../../platform/http/app.ts'
import { OPERATOR } from '../../../platform/http/guards/access.ts'
import { PendingView } from '../../approvals/schema.ts'
import { TransactionView } from '../../wallet/schema.ts'
import { CorrectionView } from '../schema.ts'
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
}
