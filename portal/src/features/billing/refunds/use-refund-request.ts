import type { RefundView } from '@harkara/server/refunds/schema'
import { notifications } from '@mantine/notifications'
import { api } from '../../../api/api.ts'
import type { Out } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { t } from '../../../format/translate.ts'

export type RefundRequest = Out<typeof RefundView>
type Asked = { invoiceId: string; reason: string } | { kind: 'WALLET_EXIT'; reason: string }

/** Sends a refund request, which an operator decides. */
export const useRefundRequest = (onSuccess: () => void) =>
  useApiMutation((input: Asked, key) => api.post<RefundRequest>('/billing/refund-requests', input, key), {
    invalidates: [['billing'], ['notifications']],
    onSuccess: () => {
      notifications.show({ message: t('Request sent. We notify you when it is decided.') })
      onSuccess()
    },
  })
