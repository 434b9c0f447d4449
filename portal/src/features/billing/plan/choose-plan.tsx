import type { PlanOrderView, PlanView } from '@harkara/server/subscriptions/schema'
import {
  Alert,
  Anchor,
  Button,
  Group,
  Modal,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { vendorQuery } from '../../../api/queries.ts'
import { useIsAdmin } from '../../../api/session.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { AdminOnlyNotice } from '../../../components/feedback/admin-only-notice.tsx'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { rich } from '../../../components/values/rich.ts'
import { formatMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { goToCheckout } from '../checkout.ts'
import { CYCLE_NAMES, PER_CYCLE, PLAN_NAMES } from '../display-names.ts'
import { OrderSummary } from './order-summary.tsx'

type Plans = Out<typeof PlanView>[]
type Offer = Plans[number]
type Cycle = Offer['prices'][number]['cycle']
type PlanOrder = Out<typeof PlanOrderView>

const CYCLES = Object.entries(CYCLE_NAMES).map(([value, label]) => ({ value, label }))
const MONTHS: Record<Cycle, number> = { MONTHLY: 1, QUARTERLY: 3, ANNUAL: 12 }

/** The available plans. The order's items are shown before the payment. */
export function ChoosePlan({ isFirst }: { isFirst: boolean }) {
  const isAdmin = useIsAdmin()
  const [cycle, setCycle] = useState<Cycle>('MONTHLY')
  const [order, setOrder] = useState<{ made: PlanOrder; name: string }>()
  const { data: vendor } = useQuery(vendorQuery)
  const { data: plans, error, refetch } = useQuery(plansQuery)
  const make = useApiMutation(
    (wanted: { plan: Offer['plan']; cycle: Cycle }, key) =>
      api.post<PlanOrder>('/billing/onboarding/create-order', wanted, key),
    { onSuccess: (made, { plan }) => setOrder({ made, name: PLAN_NAMES[plan] }) },
  )
  if (error && !plans) return <ErrorState error={error} retry={() => void refetch()} />
  return (
    <Stack gap="md">
      {isAdmin && vendor && !vendor.address?.line1 && (
        <Alert variant="light" title={t('Add your address first')}>
          {rich('Your address appears on invoices and determines the tax. <link>Add company details</link>.', {
            link: (text) => (
              <Anchor component={Link} to="/settings/company" inherit>
                {text}
              </Anchor>
            ),
          })}
        </Alert>
      )}
      <SegmentedControl
        aria-label={t('Billing cycle')}
        data={CYCLES}
        value={cycle}
        onChange={(value) => setCycle(value as Cycle)}
        maw={420}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {plans?.map((offer) => (
          <OfferCard key={offer.plan} offer={offer} cycle={cycle} isFirst={isFirst}>
            {isAdmin && (
              <Button
                loading={make.isPending && make.variables.plan === offer.plan}
                onClick={() => make.mutate({ plan: offer.plan, cycle })}
              >
                {t('Choose {plan} for {charge}', {
                  plan: PLAN_NAMES[offer.plan],
                  charge: chargeOf(offer, cycle, isFirst),
                })}
              </Button>
            )}
          </OfferCard>
        )) ?? ['a', 'b'].map((key) => <Skeleton key={key} height={250} />)}
      </SimpleGrid>
      {make.error ? <ErrorState error={make.error} /> : null}
      {!isAdmin && <AdminOnlyNotice action={t('choose a plan')} />}
      {order && (
        <Modal
          opened
          onClose={() => setOrder(undefined)}
          title={`${order.name}, ${CYCLE_NAMES[cycle].toLowerCase()}`}
          centered
          closeButtonProps={{ 'aria-label': t('Close') }}
        >
          <Stack gap="md">
            <OrderSummary items={order.made.items} currency={order.made.currency} cycle={cycle} />
            <Text size="sm" c="dimmed">
              {t('You are redirected to the payment gateway. The plan starts when the payment is received.')}
              {isFirst && ` ${t('The setup fee is charged once and is not refundable.')}`}
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setOrder(undefined)}>
                {t('Cancel')}
              </Button>
              <Button onClick={() => goToCheckout(order.made)}>
                {t('Pay {amount}', { amount: formatMoney(order.made.amountMinorUnit, order.made.currency) })}
              </Button>
            </Group>
          </Stack>
        </Modal>
      )}
    </Stack>
  )
}

/** Exactly what the first payment is: the cycle and, once, the setup, with GST. */
function chargeOf({ prices, setup, currency }: Offer, cycle: Cycle, isFirst: boolean) {
  const price = prices.find((one) => one.cycle === cycle)?.totalMinorUnit ?? 0
  return formatMoney(price + (isFirst ? setup.totalMinorUnit : 0), currency)
}

const plansQuery = {
  queryKey: ['billing', 'plans'],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await api.get<{ data: Plans }>('/billing/plans', undefined, signal)).data,
}

interface OfferProps {
  offer: Offer
  cycle: Cycle
  isFirst: boolean
  children: ReactNode
}

function OfferCard({ offer, cycle, isFirst, children }: OfferProps) {
  const format = useFormat()
  const price = offer.prices.find((one) => one.cycle === cycle)
  if (!price) return null
  const { currency } = offer
  return (
    <Paper withBorder p="lg" component="section" aria-label={PLAN_NAMES[offer.plan]}>
      <Title order={2} size="h3">
        {PLAN_NAMES[offer.plan]}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('{conversationCap} conversations per month', { conversationCap: format.number(offer.conversationCap) })}
      </Text>
      <Group gap="0 8px" align="baseline">
        <Text span fz="1.5rem" fw={650}>
          {formatMoney(price.amountMinorUnit, currency)}
        </Text>
        <Text span size="sm" c="dimmed">
          {t('{cycle}, plus GST', { cycle: PER_CYCLE[cycle] })}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        {cycle === 'MONTHLY'
          ? t('{amount} including GST.', { amount: formatMoney(price.totalMinorUnit, currency) })
          : t('{amount} per month. {amount2} including GST.', {
              amount: formatMoney(Math.round(price.amountMinorUnit / MONTHS[cycle]), currency),
              amount2: formatMoney(price.totalMinorUnit, currency),
            })}
        {isFirst &&
          ` ${t('One-time setup fee: {amount} including GST.', { amount: formatMoney(offer.setup.totalMinorUnit, currency) })}`}
      </Text>
      {children}
    </Paper>
  )
}
