import type { VerdictView } from '@harkara/server/wallet/schema'
import { Alert, Button, Code, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { askSupport } from '../../api/support.ts'
import type { Out } from '../../api/types.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { useFormat } from '../../components/place-context.tsx'

type Verdict = Out<typeof VerdictView>

/** Reads every movement again, from the first, and says whether all is as it was written. */
export function LedgerProof({ path = '/billing/ledger/verify' }: { path?: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['wallet', 'proof', path],
    queryFn: ({ signal }) => api.get<Verdict>(path, undefined, signal),
    enabled: false,
    gcTime: 0,
  })
  return (
    <Paper withBorder p="md" component="section" aria-label="Proof of the ledger">
      <Title order={2} size="h4" mb={4}>
        Can I trust these figures?
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Each movement is sealed with the one before it. The proof computes every seal and balance again.
      </Text>
      <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
        Prove this ledger
      </Button>
      <div role="status">{data && !error && <Result verdict={data} />}</div>
      {error ? <ErrorState error={error} /> : null}
    </Paper>
  )
}

function Result({ verdict }: { verdict: Verdict }) {
  const format = useFormat()
  if (!verdict.ok)
    return (
      <Alert color="red" variant="light" mt="sm" title="The ledger does not hold">
        <Text size="sm" mb="sm">
          {verdict.problem ? PROBLEMS[verdict.problem] : 'A movement does not hold'}
          {verdict.brokenAtSequence === undefined ? '' : ` (movement ${format.count(verdict.brokenAtSequence)})`}.
          Please tell us at once; we look into it before anything else.
        </Text>
        <Button size="compact-sm" color="red.9" onClick={() => askSupport()}>
          Write to support
        </Button>
      </Alert>
    )
  return (
    <Alert color="green" variant="light" mt="sm" title="Everything holds">
      <Text size="sm">
        {verdict.rows === 0
          ? 'There are no movements yet.'
          : `${format.countOf(verdict.rows, 'movement')} computed again: none was changed, removed or slipped in.`}
      </Text>
      {verdict.rows > 0 && (
        <Text size="xs" mt={6}>
          Seal of the newest: <Code style={{ overflowWrap: 'anywhere' }}>{verdict.headHash}</Code>
        </Text>
      )}
    </Alert>
  )
}

const PROBLEMS: Record<NonNullable<Verdict['problem']>, string> = {
  ROW_MISSING: 'A movement is missing',
  ROW_ALTERED: 'A movement was changed after it was written',
  CHAIN_BROKEN: 'A movement does not follow the one before it',
  TAIL_CUT: 'The newest movements are missing',
  HEAD_DIFFERS: 'The balance does not follow from the movements',
}
