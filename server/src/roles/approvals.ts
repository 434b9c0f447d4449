import { executeExchangeRate } from '../features/admin/exchange-rates/set-exchange-rate.ts'
import { executeCorrection } from '../features/admin/wallet/correct.ts'
import { executeCredit } from '../features/admin/wallet/credit.ts'
import type { ApprovalHandlers } from '../features/approvals/handlers.ts'
import { executePaymentCredit, executePaymentRefund } from '../features/payments/unmatched/decide-unmatched.ts'
import { executeRefund } from '../features/refunds/decide.ts'
import { executePayout } from '../features/refunds/payouts/mark-paid-out.ts'

/** Every kind of action that may need a second operator, with the function that executes it after the approval. */
export const approvalHandlers = {
  WALLET_CREDIT: executeCredit,
  WALLET_CORRECTION: executeCorrection,
  REFUND: executeRefund,
  PAYOUT: executePayout,
  PAYMENT_REFUND: executePaymentRefund,
  PAYMENT_CREDIT: executePaymentCredit,
  EXCHANGE_RATE: executeExchangeRate,
} as const satisfies ApprovalHandlers
