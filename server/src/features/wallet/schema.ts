import { z } from 'zod'
import { LEDGER_TYPES } from '../../domain/money/ledger-signs.ts'
import { CREATED, ListQuery, SORT } from '../../platform/http/pagination.ts'

const LedgerType = z.enum(LEDGER_TYPES)

export const BalanceView = z
  .object({
    balanceMinorUnit: z.int().meta({ description: 'Available balance, including bonus credit' }),
    bonusBalanceMinorUnit: z.int().meta({ description: 'The bonus part of the balance' }),
    reservedMinorUnit: z.int().meta({ description: 'On hold for running campaigns. Not part of the balance.' }),
    currency: z.string(),
    formatted: z.string().meta({ description: 'The balance formatted for display', example: '₹1,234.50' }),
    lowBalanceThreshold: z.int(),
    lastRechargedAt: z.string().nullable(),
  })
  .meta({ id: 'WalletBalance' })

export const TransactionsQuery = ListQuery.extend({ type: LedgerType.optional(), ...CREATED, ...SORT })

export const TransactionView = z
  .object({
    id: z.string(),
    walletId: z.string(),
    sequence: z.int().meta({ description: '1, 2, 3 … without gaps' }),
    type: LedgerType.meta({
      description: 'CREDIT, BONUS and REFUND increase the balance; DEBIT and RESERVED decrease it',
    }),
    amountMinorUnit: z.int().meta({ description: 'Always positive' }),
    bonusMinorUnit: z.int().meta({ description: 'The bonus part of the amount' }),
    balanceAfterMinorUnit: z.int(),
    currency: z.string(),
    amountInrPaise: z.int().meta({ description: 'The amount in rupees, for accounting' }),
    exchangeRateUsed: z.number().meta({ description: 'Rupees per unit of the currency' }),
    description: z.string(),
    referenceType: z.string().nullable(),
    referenceId: z.string().nullable(),
    idempotencyKey: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'WalletTransaction' })

export const VerdictView = z
  .object({
    ok: z.boolean(),
    rows: z.int().meta({ description: 'Number of verified ledger entries' }),
    headHash: z.string().meta({ description: 'The hash of the newest ledger entry, as stored in the wallet' }),
    brokenAtSequence: z.int().optional().meta({ description: 'The first invalid ledger entry' }),
    problem: z.enum(['ROW_MISSING', 'ROW_ALTERED', 'CHAIN_BROKEN', 'TAIL_CUT', 'HEAD_DIFFERS']).optional(),
  })
  .meta({ id: 'LedgerVerdict' })
