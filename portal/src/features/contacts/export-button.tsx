import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { download } from '../../api/download.ts'
import { errorMessage } from '../../api/problem.ts'
import { t } from '../../format/translate.ts'
import type { ContactQuery } from './queries.ts'

interface ExportProps {
  filters: ContactQuery
  total: number
}

/** A search text is not exported, because it would have to be in the URL. */
export function ExportButton({ filters: { search, ...filters }, total }: ExportProps) {
  const save = useMutation({
    mutationFn: () => download('/contacts/export', 'contacts.csv', search ? {} : filters),
    onError: (error) => notifications.show({ color: 'red', message: errorMessage(error) }),
  })
  return (
    <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {search
        ? t('Export all contacts as CSV')
        : t('Export {total, plural, one {# contact} other {# contacts}} as CSV', { total })}
    </Button>
  )
}
