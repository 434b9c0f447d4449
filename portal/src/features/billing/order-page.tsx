import type { OrderView } from '@harkara/server/orders/schema'
import { Button, Group, Loader, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, type LinkProps, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import { balanceQuery } from '../../api/queries.ts'
import { useIsAdmin } from '../../api/session.ts'
import type { Out } from '../../api/types.ts'
import { AskAdmin } from '../../components/ask-admin.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { LoadingLines } from '../../components/loading.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { formatMoney } from '../../format/money.ts'
import { goToCheckout, placeBefore, readProof } from './checkout.ts'

type Order = Out<typeof OrderView>
const LOOK_AGAIN_MS = 2_000

/** Where the payer comes back to: it says what became of the payment, and looks until it knows. */
export function OrderPage() {
  const isAdmin = useIsAdmin()
  const { orderId } = useParams({ strict: false }) as { orderId: string }
  if (isAdmin) return <Outcome orderId={orderId} />
  return (
    <>
      <PageHeader title="Payment" />
      <AskAdmin to="see payments" />
    </>
  )
}

function Outcome({ orderId }: { orderId: string }) {
  const { data: order, error, refetch } = useOrder(orderId)
  useRefreshOnceAllPaid(order)
  if (!order)
    return (
      <>
        <PageHeader title="Payment" />
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
            <Words order={order} amount={amount} />
          </div>
          <Ways orderId={orderId} order={order} amount={amount} />
        </Stack>
      </Paper>
    </>
  )
}

/** With the proof of the gateway's window the server asks at once; without it the gateway's call is waited for. */
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
    // If confirming fails, looking still finds out.
    enabled: proof === undefined || confirmed.isFetched,
    refetchInterval: ({ state }) =>
      state.data?.status === 'PAID' || state.data?.status === 'EXPIRED' ? false : LOOK_AGAIN_MS,
  })
}

/** Balance, plan and invoices are others now. */
function useRefreshOnceAllPaid(order: Order | undefined) {
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
    CREATED: `Waiting for ${amount}`,
    PAID: `${amount} paid`,
    FAILED: `${amount} not paid`,
    EXPIRED: 'This order has run out',
  })[status]

const BOUGHT = {
  WALLET: 'It is in your wallet.',
  ONBOARDING: 'Thank you. Your plan has started, and you can send.',
  CYCLE: 'Thank you. Your plan is paid, and everything works.',
  PLAN_CHANGE: 'Thank you. Your new plan has started.',
} as const

function Words({ order, amount }: { order: Order; amount: string }) {
  const { data: balance } = useQuery(balanceQuery)
  if (order.status === 'PAID')
    return (
      <Text>
        {BOUGHT[order.type]}{' '}
        {order.type === 'WALLET' && balance
          ? `Your balance is ${formatMoney(balance.balanceMinorUnit, balance.currency)}. `
          : ''}
        The {order.invoiceIds.length > 1 ? 'invoices are' : 'invoice is'} under Billing.
      </Text>
    )
  if (order.status === 'FAILED')
    return (
      <Text>
        The bank declined the last try, so {amount} did not arrive and nothing has changed. The order is still open: try
        again, or with another card or account.
      </Text>
    )
  if (order.status === 'EXPIRED')
    return <Text>It was not paid in time, and nothing has changed. You can begin anew.</Text>
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Loader size="sm" mt={2} aria-hidden="true" />
      <Text>
        We have not heard of your payment yet. If you have paid, this page changes by itself, mostly within seconds; you
        may also leave, and a notice tells you. If you have not, nothing was taken.
      </Text>
    </Group>
  )
}

function Ways({ orderId, order, amount }: { orderId: string; order: Order; amount: string }) {
  const { checkoutUrl, status, type } = order
  const next = placeBefore(orderId)
  const home =
    type === 'WALLET' ? (['/wallet', 'Go to the wallet'] as const) : (['/billing/plan', 'Go to your plan'] as const)
  const isPaid = status === 'PAID'
  return (
    <Group gap="sm">
      {checkoutUrl && (
        <Button onClick={() => goToCheckout({ orderId, checkoutUrl }, next)}>
          {status === 'FAILED' ? `Try again to pay ${amount}` : `Pay ${amount}`}
        </Button>
      )}
      {isPaid && next && (
        <Button component={Link} to={next as LinkProps['to']}>
          Go on where you were
        </Button>
      )}
      <Button component={Link} to={home[0]} variant={isPaid && !next ? 'filled' : 'default'}>
        {home[1]}
      </Button>
      {isPaid && (
        <Button component={Link} to="/billing/invoices" variant="default">
          See the invoice
        </Button>
      )}
    </Group>
  )
}
