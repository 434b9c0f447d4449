import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { download } from '../../../api/download.ts'
import { errorMessage } from '../../../api/problem.ts'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { type ImportStatus, importPath } from '../queries.ts'

/** Downloads of the failed rows and of the warnings. */
export function Reports({ status: { jobId, stats } }: { status: Pick<ImportStatus, 'jobId' | 'stats'> }) {
  const format = useFormat()
  if (stats.invalidRows + stats.warningRows === 0) return null
  return (
    <Group gap="sm">
      {stats.invalidRows > 0 && (
        <Report jobId={jobId} kind="errors" fileName="failed-rows.csv">
          Download {format.plural(stats.invalidRows, 'failed row')}
        </Report>
      )}
      {stats.warningRows > 0 && (
        <Report jobId={jobId} kind="warnings" fileName="warnings.csv">
          Download {format.plural(stats.warningRows, 'warning')}
        </Report>
      )}
    </Group>
  )
}

interface ReportProps {
  jobId: string
  kind: 'errors' | 'warnings'
  fileName: string
  children: React.ReactNode
}

function Report({ jobId, kind, fileName, children }: ReportProps) {
  const save = useMutation({
    mutationFn: () => download(importPath(jobId, `/reports/${kind}`), fileName),
    onError: (error) => notifications.show({ color: 'red', message: errorMessage(error) }),
  })
  return (
    <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
      {children}
    </Button>
  )
}
