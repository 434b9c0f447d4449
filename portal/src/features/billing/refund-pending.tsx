import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { useIsAdmin } from '../../api/session.ts'
import type { Page } from '../../api/types.ts'
import type { RefundRequest } from './use-refund-request.ts'

const OPEN: readonly RefundRequest['status'][] = ['REQUESTED', 'APPROVED', 'PROCESSING']
const NEWEST = 50

export const isOpenRequest = ({ status }: Pick<RefundRequest, 'status'>) => OPEN.includes(status)

/** The refund of an invoice that keeps the plan as it is until it is finished or withdrawn. */
export function usePendingRefund(): RefundRequest | undefined {
  const { data } = useQuery({
    queryKey: ['billing', 'refunds', 'pending'],
    queryFn: ({ signal }) => api.get<Page<RefundRequest>>('/billing/refund-requests', { pageSize: NEWEST }, signal),
    enabled: useIsAdmin(),
  })
  return data?.data.find((request) => request.kind === 'INVOICE' && isOpenRequest(request))
}

export function RefundPending({ refund }: { refund: RefundRequest }) {
  return (
    <Alert variant="light" color="yellow" title={`A refund of ${refund.invoiceNumber} is pending`}>
      {refund.status === 'REQUESTED'
        ? 'Until it is decided, your plan cannot be changed, cancelled or paid. To do so now, withdraw the request.'
        : 'It is approved and on its way. Until it arrives, your plan cannot be changed, cancelled or paid.'}{' '}
      <Anchor component={Link} to="/billing/refunds" size="sm">
        See the request
      </Anchor>
    </Alert>
  )
}
