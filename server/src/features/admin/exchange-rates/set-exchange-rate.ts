import { z } from 'zod'
import { PLATFORM } from '../../../domain/ids.ts'
import { currencyDecimals } from '../../../domain/money/currencies.ts'
import { convertUp, RATE_SCALE, type RateE10, rateText, readRate } from '../../../domain/money/exchange-rate.ts'
import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import type { Deps } from '../../../platform/deps.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Operator } from '../../../platform/http/principal.ts'
import type { ApprovedAction } from '../../approvals/handlers.ts'
import { askForApproval } from '../../approvals/request.ts'
import { lockMoneyOperator } from '../../auth/accounts/operators.ts'
import { isNearFeed, lockRate, setRate } from '../../currency/set-rate.ts'

type RateDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'keyring'>

/**
 * A rate decides what every amount in its currency is worth, also for the approval threshold. One operator sets what the
 * feed confirms; anything else needs a second one. Where one person tries things there is no second.
 */
export async function setExchangeRate(deps: RateDeps, operator: Operator, currency: string, rate: RateE10) {
  const now = deps.clock.now()
  return inTransaction(deps.db, (tx) => setWithin(tx, deps, operator, { currency, rate }, now))
}

async function setWithin(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'keyring'>,
  operator: Operator,
  { currency, rate }: { currency: string; rate: RateE10 },
  now: Date,
) {
  await lockMoneyOperator(tx, operator)
  const known = await lockRate(tx, currency)
  if (deps.config.sandbox || isNearFeed(rate, known.offeredRate))
    return setRate(tx, { currency, rate, operatorId: operator.accountId }, now)
  const action = {
    kind: 'EXCHANGE_RATE',
    vendorId: PLATFORM,
    amountMinorUnit: valueOfDollar(currency, rate),
    currency,
    reason: `Exchange rate USD-${currency} set manually`,
    subjectId: `USD-${currency} ${rateText(rate)}`,
    payload: { rate: rateText(rate), rateBefore: shorten(known.rate), offeredRate: shorten(known.offeredRate) },
  } as const
  return askForApproval(tx, deps, operator, action, now)
}

/** Runs after a second operator has approved it. */
export async function executeExchangeRate(tx: Tx, _deps: Deps, action: ApprovedAction, now: Date) {
  const { id: approvalId, currency, requestedBy, approvedBy, payload } = action
  const rate = readRate(Payload.parse(payload).rate)
  if (rate === undefined || valueOfDollar(currency, rate) !== action.amountMinorUnit)
    throw new AppError('INVALID_STATE', {
      detail: 'This rate can no longer be set. Reject the request and set the rate again.',
    })
  const set = await setRate(tx, { currency, rate, operatorId: requestedBy, approved: { approvalId, approvedBy } }, now)
  return { rate: set.rate }
}

const Payload = z.object({ rate: z.string() })
const DOLLAR = { rate: RATE_SCALE, decimals: currencyDecimals('USD') }
const DOLLAR_CENTS = 100n

/** The amount that the approval shows: what one dollar is worth at the new rate. */
const valueOfDollar = (currency: string, rate: RateE10) =>
  convertUp(DOLLAR_CENTS, DOLLAR, { rate, decimals: currencyDecimals(currency) })

/** Without the zeros of the column. */
function shorten(stored: string | null) {
  const rate = stored === null ? undefined : readRate(stored)
  return rate === undefined ? null : rateText(rate)
}
