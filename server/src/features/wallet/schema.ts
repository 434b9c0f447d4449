import { z } from 'zod'
import { LEDGER_TYPES } from '../../domain/money/ledger-signs.ts'
import { ListQuery } from '../../platform/http/pagination.ts'

const LedgerType = z.enum(LEDGER_TYPES)

export const BalanceView = z
  .object({
    balanceMinorUnit: z.int().meta({ description: 'What can be spent, bonus included' }),
    bonusBalanceMinorUnit: z.int().meta({ description: 'The part of the balance that was given, not paid for' }),
    reservedMinorUnit: z.int().meta({ description: 'What running campaigns hold. It has left the balance.' }),
    currency: z.string(),
    formatted: z.string().meta({ description: 'The balance for people to read', example: '₹1,234.50' }),
    lowBalanceThreshold: z.int(),
    lastRechargedAt: z.string().nullable(),
  })
  .meta({ id: 'WalletBalance' })

export const TransactionsQuery = ListQuery.extend({ type: LedgerType.optional() })

export const TransactionView = z
  .object({
    id: z.string(),
    walletId: z.string(),
    sequence: z.int().meta({ description: '1, 2, 3 … without a gap' }),
    type: LedgerType.meta({ description: 'CREDIT, BONUS and REFUND add; DEBIT and RESERVED take' }),
    amountMinorUnit: z.int().meta({ description: 'Always positive' }),
    bonusMinorUnit: z.int().meta({ description: 'The bonus part of the amount' }),
    balanceAfterMinorUnit: z.int(),
    currency: z.string(),
    amountInrPaise: z.int().meta({ description: 'What the amount is worth in rupees, for the books' }),
    exchangeRateUsed: z.number().meta({ description: 'Rupees for one unit of the currency' }),
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
    rows: z.int().meta({ description: 'How many rows were proved' }),
    headHash: z.string().meta({ description: 'The hash of the newest row, as the wallet keeps it' }),
    brokenAtSequence: z.int().optional().meta({ description: 'The first row that does not hold' }),
    problem: z.enum(['ROW_MISSING', 'ROW_ALTERED', 'CHAIN_BROKEN', 'TAIL_CUT', 'HEAD_DIFFERS']).optional(),
  })
  .meta({ id: 'LedgerVerdict' })
