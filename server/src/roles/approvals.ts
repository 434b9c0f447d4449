import { executeCorrection } from '../features/admin/correct.ts'
import { executeCredit } from '../features/admin/credit.ts'
import type { ApprovalHandlers } from '../features/approvals/handlers.ts'

/** Every kind of action that may wait for a second operator, with what does it once it is approved. */
export const approvalHandlers = {
  WALLET_CREDIT: executeCredit,
  WALLET_CORRECTION: executeCorrection,
} as const satisfies ApprovalHandlers
