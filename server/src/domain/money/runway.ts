export const RUNWAY_DAYS = 14
/** Spending comes in bursts, so that the average of fewer days would say little. */
const AVERAGE_DAYS_MIN = 7

interface Runway {
  dailyMinorUnit: bigint
  /** Whole days that the balance lasts. */
  days: number
}

/**
 * How long a balance lasts at the pace of the given days, oldest first. The average starts with the first day on which
 * anything was spent. Undefined without spending.
 */
export function walletRunway(balanceMinorUnit: bigint, dailySpendMinorUnit: readonly bigint[]): Runway | undefined {
  const first = dailySpendMinorUnit.findIndex((spent) => spent > 0n)
  if (first < 0) return undefined
  const spent = dailySpendMinorUnit.reduce((sum, one) => sum + one, 0n)
  const days = BigInt(Math.max(dailySpendMinorUnit.length - first, AVERAGE_DAYS_MIN))
  return { dailyMinorUnit: spent / days, days: Number((balanceMinorUnit * days) / spent) }
}
