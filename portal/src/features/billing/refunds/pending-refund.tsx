import { Alert, Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import { useIsAdmin } from '../../../api/session.ts'
import type { Page } from '../../../api/types.ts'
import { t } from '../../../format/translate.ts'
import type { RefundRequest } from './use-refund-request.ts'

const OPEN: readonly RefundRequest['status'][] = ['REQUESTED', 'APPROVED', 'PROCESSING']
const NEWEST = 50

export const isOpenRequest = ({ status }: Pick<RefundRequest, 'status'>) => OPEN.includes(status)

/** A pending invoice refund. It blocks plan changes until it is completed or withdrawn. */
export function usePendingRefund(): RefundRequest | undefined {
  const { data } = useQuery({
    queryKey: ['billing', 'refunds', 'pending'],
    queryFn: ({ signal }) => api.get<Page<RefundRequest>>('/billing/refund-requests', { pageSize: NEWEST }, signal),
    enabled: useIsAdmin(),
  })
  return data?.data.find((request) => request.kind === 'INVOICE' && isOpenRequest(request))
}

export function PendingRefund({ refund }: { refund: RefundRequest }) {
  return (
    <Alert
      variant="light"
      color="yellow"
      title={t('Refund of {invoiceNumber} pending', { invoiceNumber: refund.invoiceNumber })}
    >
      {refund.status === 'REQUESTED'
        ? t('You cannot change, cancel or pay your plan until we decide. To do so now, withdraw the request.')
        : t('The refund is approved. You cannot change, cancel or pay your plan until it is completed.')}{' '}
      <Anchor component={Link} to="/billing/refunds" size="sm">
        {t('View request')}
      </Anchor>
    </Alert>
  )
}
