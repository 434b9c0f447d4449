import type { CycleOrderView } from '@harkara/server/subscriptions/schema'
import { Button, type ButtonProps } from '@mantine/core'
import { api } from '../../../api/api.ts'
import type { Subscription } from '../../../api/queries.ts'
import { useIsAdmin } from '../../../api/session.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { AdminOnlyNotice } from '../../../components/feedback/admin-only-notice.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { goToCheckout } from '../checkout.ts'
import { PendingRefund, usePendingRefund } from '../refunds/pending-refund.tsx'

/** Opens the checkout of the due cycle. Members see whom to ask instead. */
export function PayNow({ subscription, ...button }: { subscription: Subscription } & ButtonProps) {
  const isAdmin = useIsAdmin()
  const refund = usePendingRefund()
  const pay = useApiMutation(
    (_: undefined, key) => api.post<Out<typeof CycleOrderView>>('/billing/subscription/pay', undefined, key),
    { onSuccess: (order) => goToCheckout(order) },
  )
  if (!isAdmin) return <AdminOnlyNotice action={t('pay')} />
  if (refund) return <PendingRefund refund={refund} />
  return (
    <>
      <Button loading={pay.isPending || pay.isSuccess} onClick={() => pay.mutate(undefined)} {...button}>
        {t('Pay {amount}', { amount: formatMoney(subscription.cycleTotalPaise ?? 0, 'INR') })}
      </Button>
      {subscription.mandateUrl && (
        <Button variant="default" component="a" href={subscription.mandateUrl} {...button}>
          {t('Set up automatic payment')}
        </Button>
      )}
      {pay.error ? <ErrorState error={pay.error} /> : null}
    </>
  )
}
