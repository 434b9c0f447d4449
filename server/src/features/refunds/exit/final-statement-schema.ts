import { z } from 'zod'
import { RefundView } from '../schema.ts'

export const FinalStatementView = z
  .object({
    closedAt: z.string(),
    currency: z.string(),
    paidInMinorUnit: z.int().meta({ description: 'Everything that was paid into the wallet' }),
    bonusMinorUnit: z.int().meta({ description: 'Everything that was given as bonus' }),
    spentMinorUnit: z.int().meta({ description: 'What messages cost, less what was given back' }),
    refundMinorUnit: z.int().meta({ description: 'What was paid back on closing the account' }),
    feeMinorUnit: z.int(),
    forfeitMinorUnit: z.int().meta({ description: 'Bonus, and a paid part below the minimum' }),
    balanceMinorUnit: z.int(),
    manualPayoutMinorUnit: z.int().meta({ description: 'The part of the refund that is paid by bank transfer' }),
    paidOutAt: RefundView.shape.paidOutAt,
    paidOutReference: RefundView.shape.paidOutReference,
    payouts: RefundView.shape.payouts,
  })
  .meta({
    id: 'FinalStatement',
    description: 'paid in + bonus = spent + refund + fee + forfeit + balance',
  })
