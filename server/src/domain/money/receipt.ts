import { RATE_SCALE, type RateE10 } from './exchange-rate.ts'

/** So many messages of one price, and what the provider takes for one of them. */
export interface Charged {
  messages: number
  unitMinorUnit: bigint
  /** Undefined: no price of the provider's is known for it; all of it is shown as ours. */
  metaCostUsdMicros: bigint | undefined
}

export interface ReceiptLine {
  totalMinorUnit: bigint
  providerCostMinorUnit: bigint
  platformFeeMinorUnit: bigint
}

const USD_MICROS = 1_000_000n

/**
 * How what was charged divides between the provider and us. The provider's part is rounded once, over all messages of
 * the line, half up; ours is the rest, so that the two always add up. A discount may take the price below what the
 * provider takes: then ours is nothing.
 */
export function divideCharge(
  { messages, unitMinorUnit, metaCostUsdMicros = 0n }: Charged,
  { rate, decimals }: { rate: RateE10; decimals: number },
): ReceiptLine {
  const totalMinorUnit = BigInt(messages) * unitMinorUnit
  const divisor = USD_MICROS * RATE_SCALE
  const exact = metaCostUsdMicros * rate * 10n ** BigInt(decimals) * BigInt(messages)
  const rounded = (2n * exact + divisor) / (2n * divisor)
  const providerCostMinorUnit = rounded < totalMinorUnit ? rounded : totalMinorUnit
  return { totalMinorUnit, providerCostMinorUnit, platformFeeMinorUnit: totalMinorUnit - providerCostMinorUnit }
}
