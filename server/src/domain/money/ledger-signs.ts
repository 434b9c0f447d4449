/** The ledger's sign rule: what an entry of each type does to the balance. Amounts themselves are always positive. */
export const LEDGER_SIGNS = { CREDIT: 1n, DEBIT: -1n, REFUND: 1n, BONUS: 1n, RESERVED: -1n } as const

export type LedgerType = keyof typeof LEDGER_SIGNS
export const LEDGER_TYPES = Object.keys(LEDGER_SIGNS) as LedgerType[]

/** The types that reduce the balance. */
export const DEDUCTING_TYPES = LEDGER_TYPES.filter((type) => LEDGER_SIGNS[type] < 0n)
