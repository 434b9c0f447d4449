import { StatusDot } from '../../../components/values/status-dot.tsx'
import { t } from '../../../format/translate.ts'
import { PAYMENT_STATES, type Payment } from './payments.ts'

/** A payment that was matched at once is simply credited. */
export function PaymentState({ state, isMatched = true }: { state: Payment['state']; isMatched?: boolean }) {
  const [tone, word] = PAYMENT_STATES[state]
  return <StatusDot tone={tone}>{state === 'PLACED' && isMatched ? t('Credited') : word}</StatusDot>
}
