import type { OrderView } from '@harkara/server/orders/schema'
import { Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import { balanceQuery } from '../../api/queries.ts'
import { useIsAdmin } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { AdminOnlyNotice } from '../../components/feedback/admin-only-notice.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../components/feedback/loading.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../format/translate.ts'
import { goToCheckout, readProof, returnPath } from './checkout.ts'

type Order = Out<typeof OrderView>
const POLL_MS = 2_000

/** The page the payer returns to. It polls until the payment is confirmed. */
export function OrderPage() {
  const isAdmin = useIsAdmin()
  const { orderId } = useParams({ strict: false }) as { orderId: string }
  if (isAdmin) return <OrderStatus orderId={orderId} />
  return (
    <>
      <PageHeader title={t('Payment')} />
      <AdminOnlyNotice action={t('view payments')} />
    </>
  )
}

function OrderStatus({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useOrder(orderId)
  useInvalidateWhenPaid(order)
  if (!order)
    return (
      <>
        <PageHeader title={t('Payment')} />
        {error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingLines lines={3} height={28} />}
      </>
    )
  const amount = formatMoney(order.amountMinorUnit, order.currency)
  return (
    <>
      <PageHeader title={titleOf(order.status, amount)} />
      <Paper withBorder p="lg" maw={640}>
        <Stack gap="md">
          <div role="status">
            <StatusText order={order} amount={amount} />
          </div>
          <Actions orderId={orderId} order={order} amount={amount} />
        </Stack>
      </Paper>
    </>
  )
}

/** With the gateway's proof the server confirms immediately; otherwise the page waits for the gateway's webhook. */
function useOrder(orderId: string) {
  const [proof] = useState(() => readProof(location))
  const navigate = useNavigate()
  useEffect(() => {
    if (proof) void navigate({ to: '/billing/orders/$orderId', params: { orderId }, replace: true })
  }, [navigate, orderId, proof])
  const confirmed = useQuery({
    queryKey: ['billing', 'confirm', orderId, proof?.gatewayPaymentId],
    queryFn: () => api.post<Order>(`/billing/orders/${orderId}/confirm`, proof),
    enabled: proof !== undefined,
    staleTime: Infinity,
    retry: false,
  })
  return useQuery({
    queryKey: ['billing', 'order', orderId],
    queryFn: ({ signal }) => api.get<Order>(`/billing/orders/${orderId}`, undefined, signal),
    // Polling still finds the result if the confirmation fails.
    enabled: proof === undefined || confirmed.isFetched,
    refetchInterval: ({ state }) =>
      state.data?.status === 'PAID' || state.data?.status === 'EXPIRED' ? false : POLL_MS,
  })
}

/** A payment changes the balance, the plan and the invoices. */
function useInvalidateWhenPaid(order: Order | undefined) {
  const queryClient = useQueryClient()
  const isPaid = order?.status === 'PAID'
  useEffect(() => {
    if (!isPaid) return
    for (const key of ['wallet', 'subscription', 'usage', 'invoices', 'refunds', 'plans'])
      void queryClient.invalidateQueries({ queryKey: key === 'wallet' ? ['wallet'] : ['billing', key] })
  }, [isPaid, queryClient])
}

const titleOf = (status: Order['status'], amount: string) =>
  ({
    CREATED: t('Awaiting payment of {amount}', { amount }),
    PAID: t('{amount} paid', { amount }),
    FAILED: t('Payment of {amount} failed', { amount }),
    EXPIRED: t('Order expired'),
  })[status]

const PAID_MESSAGES = {
  WALLET: t('Funds added to your wallet.'),
  ONBOARDING: t('Your plan is active. Add funds to your wallet to send messages.'),
  CYCLE: t('Your plan is paid.'),
  PLAN_CHANGE: t('Your new plan is active.'),
} as const

function StatusText({ order, amount }: { order: Order; amount: string }) {
  const { data: balance } = useQuery(balanceQuery)
  if (order.status === 'PAID')
    return (
      <Text>
        {PAID_MESSAGES[order.type]}{' '}
        {order.type === 'WALLET' && balance
          ? `${t('Your balance is {amount}.', { amount: formatMoney(balance.balanceMinorUnit, balance.currency) })} `
          : ''}
        {t('You can find the {count, plural, one {invoice} other {invoices}} under Billing.', {
          count: order.invoiceIds.length,
        })}
      </Text>
    )
  if (order.status === 'FAILED')
    return (
      <Text>
        {t(
          'Your bank declined the payment of {amount}, and you were not charged. Try again, or use another card or account.',
          { amount },
        )}
      </Text>
    )
  if (order.status === 'EXPIRED')
    return <Text>{t('The order was not paid in time, and you were not charged. You can place a new order.')}</Text>
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Loader size="sm" mt={2} aria-hidden="true" />
      <Text>
        {t(
          'We have not received your payment yet. This page updates automatically, usually within seconds. You can also leave it; we notify you when the payment is received.',
        )}
      </Text>
    </Group>
  )
}

function Actions({ orderId, order, amount }: { orderId: string; order: Order; amount: string }) {
  const { checkoutUrl, status, type } = order
  const next = returnPath(orderId)
  const home =
    type === 'WALLET' ? (['/wallet', t('View wallet')] as const) : (['/billing/plan', t('View plan')] as const)
  const isPaid = status === 'PAID'
  return (
    <Group gap="sm">
      {checkoutUrl && (
        <Button onClick={() => goToCheckout({ orderId, checkoutUrl }, next)}>{t('Pay {amount}', { amount })}</Button>
      )}
      {isPaid && next && (
        <Button component={Link} to={next as LinkProps['to']}>
          {t('Continue')}
        </Button>
      )}
      <Button component={Link} to={home[0]} variant={isPaid && !next ? 'filled' : 'default'}>
        {home[1]}
      </Button>
      {isPaid && (
        <Button component={Link} to="/billing/invoices" variant="default">
          {t('View invoices')}
        </Button>
      )}
    </Group>
  )
}
