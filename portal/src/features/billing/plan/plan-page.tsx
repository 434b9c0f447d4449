import { Alert, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Subscription, subscriptionQuery } from '../../../api/queries.ts'
import { useIsAdmin } from '../../../api/session.ts'
import { AdminOnlyNotice } from '../../../components/feedback/admin-only-notice.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../../components/feedback/loading.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { PLAN_NAMES } from '../display-names.ts'
import { PendingRefund, usePendingRefund } from '../refunds/pending-refund.tsx'
import { CancelPlan } from './cancel-plan.tsx'
import { ChangePlan } from './change-plan.tsx'
import { ChoosePlan } from './choose-plan.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { Usage } from './usage.tsx'

/** The current plan, or the available plans if there is none. */
export function PlanPage() {
  const format = useFormat()
  const isAdmin = useIsAdmin()
  const { data: subscription, error, refetch } = useQuery(subscriptionQuery)
  if (subscription === undefined)
    return (
      <>
        <PageHeader title={t('Plan')} about={ABOUT} />
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingLines lines={3} height={110} />}
      </>
    )
  const isLive = subscription !== null && subscription.status !== 'CANCELLED'
  if (!isLive || subscription.status === 'TRIAL')
    return (
      <>
        <PageHeader title={t('Choose a plan')} about={ABOUT} />
        <Stack gap="lg">
          {subscription && (
            <Alert variant="light">
              {isLive
                ? t('Your trial ends on {trialUntil}. A paid plan replaces it immediately.', {
                    trialUntil: format.day(subscription.trialUntil ?? subscription.billingCycleEnd),
                  })
                : t('Your {plan} plan ended on {cancelledAt}. Your wallet balance is kept.', {
                    plan: PLAN_NAMES[subscription.plan],
                    cancelledAt: format.day(subscription.cancelledAt ?? subscription.billingCycleEnd),
                  })}
            </Alert>
          )}
          {isLive && <Usage />}
          <ChoosePlan isFirst={subscription === null} />
        </Stack>
      </>
    )
  return (
    <>
      <PageHeader title={t('Plan')} about={ABOUT} />
      <Stack gap="lg">
        <CurrentPlan subscription={subscription} />
        <Usage reserved={subscription.conversationsReserved} />
        {isAdmin ? (
          <PlanActions subscription={subscription} />
        ) : (
          <AdminOnlyNotice action={t('change or cancel the plan')} />
        )}
      </Stack>
    </>
  )
}

function PlanActions({ subscription }: { subscription: Subscription }) {
  const refund = usePendingRefund()
  if (refund) return <PendingRefund refund={refund} />
  return (
    <>
      <ChangePlan subscription={subscription} />
      <CancelPlan subscription={subscription} />
    </>
  )
}

const ABOUT = t('Your plan sets the number of conversations per month. Messages are paid from your wallet.')
