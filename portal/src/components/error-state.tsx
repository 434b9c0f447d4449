import { Alert, Button, Group, Text } from '@mantine/core'
import { ApiProblem, isOurFault, SignedOut, sentenceOf } from '../api/problem.ts'
import { askSupport } from '../api/support.ts'

/** What went wrong as a sentence, with a way out: try again, and support when it is ours. */
export function ErrorState({ error, retry, title }: { error: unknown; retry?: () => void; title?: string }) {
  if (error instanceof SignedOut) return null
  const requestId = error instanceof ApiProblem ? error.requestId : ''
  return (
    <Alert color="red" variant="light" title={title} role="alert" my="sm">
      <Text size="sm">{sentenceOf(error)}</Text>
      {(retry || isOurFault(error)) && (
        <Group gap="sm" mt="sm">
          {retry && (
            <Button size="compact-sm" variant="default" onClick={retry}>
              Try again
            </Button>
          )}
          {isOurFault(error) && (
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => askSupport(requestId)}>
              Write to support
            </Button>
          )}
        </Group>
      )}
      {isOurFault(error) && requestId && (
        <Text size="xs" c="dimmed" mt="xs">
          Request {requestId}
        </Text>
      )}
    </Alert>
  )
}
