import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { download } from '../../../../api/download.ts'
import { errorMessage } from '../../../../api/problem.ts'
import { useOperatorRights } from '../../../../api/session.ts'
import { t } from '../../../../format/translate.ts'

interface CsvProps {
  vendorId: string
  /** The last part of the list's path. */
  list: string
  label: string
  filters?: Record<string, string | undefined>
}

/** Downloads the whole list. Only roles that may export see it. */
export function CsvButton({ vendorId, list, label, filters = {} }: CsvProps) {
  const { mayMoveMoney } = useOperatorRights()
  const fetching = useMutation({
    mutationFn: () => download(`/admin/vendors/${vendorId}/${list}`, `${list}.csv`, { ...filters, format: 'csv' }),
    onError: (error) => notifications.show({ color: 'red', message: errorMessage(error) }),
  })
  if (!mayMoveMoney) return null
  return (
    <Button variant="default" size="xs" loading={fetching.isPending} onClick={() => fetching.mutate()}>
      {t('Export {label} as CSV', { label: label.toLowerCase() })}
    </Button>
  )
}
