import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { download } from '../../api/download.ts'
import { errorMessage } from '../../api/problem.ts'
import { useFormat } from '../../components/values/locale-context.tsx'

interface ExportProps {
  filters: { search?: string; label?: string; listId?: string }
  total: number
}

/** A search text is not exported, because it would have to be in the URL. */
export function ExportButton({ filters: { search, ...filters }, total }: ExportProps) {
  const format = useFormat()
  const save = useMutation({
    mutationFn: () => download('/contacts/export', 'contacts.csv', search ? {} : filters),
    onError: (error) => notifications.show({ color: 'red', message: errorMessage(error) }),
  })
  return (
    <Button size="xs" variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {search ? 'Export all contacts as CSV' : `Export ${format.plural(total, 'contact')} as CSV`}
    </Button>
  )
}
