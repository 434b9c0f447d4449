import { RATE_SCALE, type RateE10 } from './exchange-rate.ts'

/** A number of messages with one price, and the provider's price of one of them. */
interface Charged {
  messages: number
  unitMinorUnit: bigint
  /** Undefined when the provider's price is not known; the whole charge is then shown as the platform's fee. */
  metaCostUsdMicros: bigint | undefined
}

export interface ReceiptLine {
  totalMinorUnit: bigint
  providerCostMinorUnit: bigint
  platformFeeMinorUnit: bigint
}

const USD_MICROS = 1_000_000n

/**
 * Splits a charge into the provider's price and the platform's fee. The provider's part is rounded once, half up, over
 * all messages of the line, and the fee is the rest, so that the two always add up. With a discount below the provider's
 * price the fee is zero.
 */
export function splitCharge(
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
