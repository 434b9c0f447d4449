import type { RefundView } from '@harkara/server/refunds/schema'
import { notifications } from '@mantine/notifications'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { useWrite } from '../../../api/use-api-mutation.ts'

export type RefundRequest = Out<typeof RefundView>
type Asked = { invoiceId: string; reason: string } | { kind: 'WALLET_EXIT'; reason: string }

/** Sends a refund request, which an operator decides. */
export const useRefundRequest = (onDone: () => void) =>
  useWrite((input: Asked, key) => api.post<RefundRequest>('/billing/refund-requests', input, key), {
    changes: [['billing'], ['notifications']],
    onDone: () => {
      notifications.show({ message: 'Request sent. We notify you when it is decided.' })
      onDone()
    },
  })
