import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { ConnectionLost, isProblem } from '../../api/problem.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { letGo, sendOnceMore } from './chosen-file.ts'
import { statusQuery } from './queries.ts'

/** Why an upload did not come through, and how to go on without choosing the file anew. */
export function UploadError({ error }: { error: unknown }) {
  if (isProblem(error, 'DUPLICATE_FILE')) return <SameFile jobId={String(error.members['existingJobId'])} />
  if (error instanceof ConnectionLost)
    return (
      <Alert color="yellow" variant="light" role="alert" title="The connection was lost during the upload">
        <Text size="sm">
          Your file is still chosen, and nothing was imported. Try again as soon as you are connected: even if the file
          had arrived already, it is taken only once.
        </Text>
      </Alert>
    )
  return <ErrorState error={error} title="The upload was not accepted" />
}

function SameFile({ jobId }: { jobId: string }) {
  const { data: status } = useQuery(statusQuery(jobId))
  const isBlocked = status?.status === 'QUARANTINED'
  const mayRepeat = status?.terminal === true && !isBlocked
  return (
    <Alert color="yellow" variant="light" role="alert" title="You have uploaded this very file before">
      <Text size="sm">
        {isBlocked && 'It was blocked, and it still is. Save the plain table as a new file.'}
        {mayRepeat && 'It has been imported. Importing it again changes nothing that is already so.'}
        {status && !status.terminal && 'That import is still under way. Go on with it, or cancel it first.'}
      </Text>
      <Group gap="sm" mt="sm">
        <Button
          component={Link}
          to={`/imports/${jobId}` as LinkProps['to']}
          size="compact-sm"
          variant="default"
          onClick={letGo}
        >
          Open that import
        </Button>
        {mayRepeat && (
          <Button size="compact-sm" variant="default" onClick={() => void sendOnceMore()}>
            Import it once more
          </Button>
        )}
      </Group>
    </Alert>
  )
}
