import { z } from 'zod'
import { RefundView } from '../schema.ts'

export const FinalStatementView = z
  .object({
    closedAt: z.string(),
    currency: z.string(),
    paidInMinorUnit: z.int().meta({ description: 'Total paid into the wallet' }),
    bonusMinorUnit: z.int().meta({ description: 'Total bonus credit' }),
    spentMinorUnit: z.int().meta({ description: 'Message charges less refunds' }),
    refundMinorUnit: z.int().meta({ description: 'Amount paid out on account closure' }),
    feeMinorUnit: z.int(),
    forfeitMinorUnit: z.int().meta({ description: 'Bonus credit, and paid funds below the payout minimum' }),
    lateRefundMinorUnit: z.int().meta({
      description: 'Refunds of messages that failed after the closing, paid out by bank transfer',
    }),
    balanceMinorUnit: z.int(),
    manualPayoutMinorUnit: z.int().meta({ description: 'Part of the refund paid by bank transfer' }),
    paidOutAt: RefundView.shape.paidOutAt,
    paidOutReference: RefundView.shape.paidOutReference,
    payouts: RefundView.shape.payouts,
    dataKeptUntil: z.string().meta({
      description: 'When contacts, messages and files are deleted for good. Invoices and ledger stay.',
      example: '2026-12-18T10:00:00.000Z',
    }),
    dataDeletedAt: z.string().nullable().meta({ description: 'When they were deleted', example: null }),
  })
  .meta({
    id: 'FinalStatement',
    description: 'paid in + bonus = spent + refund + fee + forfeit + late refund + balance',
  })
