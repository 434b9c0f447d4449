import type { VerdictView } from '@harkara/server/wallet/schema'
import { Alert, Button, Code, Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { openSupportForm } from '../../api/state/support.ts'
import type { Out } from '../../api/types.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useFormat } from '../../components/values/locale-context.tsx'
import { rich } from '../../components/values/rich.ts'
import { t } from '../../format/translate.ts'

type Verdict = Out<typeof VerdictView>

/** Verifies the hash chain of the wallet's ledger on the server. */
export function LedgerVerification({ path = '/billing/ledger/verify' }: { path?: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['wallet', 'proof', path],
    queryFn: ({ signal }) => api.get<Verdict>(path, undefined, signal),
    enabled: false,
    gcTime: 0,
  })
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Ledger verification')}>
      <Title order={2} size="h4" mb={4}>
        {t('Ledger verification')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          'Every ledger entry is linked to the previous one by a hash. Verification recalculates all hashes and balances.',
        )}
      </Text>
      <Button variant="default" size="xs" loading={isFetching} onClick={() => void refetch()}>
        {t('Verify ledger')}
      </Button>
      <div role="status">{data && !error && <Result verdict={data} />}</div>
      {error ? <ErrorState error={error} /> : null}
    </Paper>
  )
}

function Result({ verdict }: { verdict: Verdict }) {
  const format = useFormat()
  const problem = verdict.problem ? PROBLEMS[verdict.problem] : t('A ledger entry is invalid')
  if (!verdict.ok)
    return (
      <Alert color="red" variant="light" mt="sm" title={t('Verification failed')}>
        <Text size="sm" mb="sm">
          {verdict.brokenAtSequence === undefined
            ? t('{problem}. Contact support immediately.', { problem })
            : t('{problem} (entry {entry}). Contact support immediately.', {
                problem,
                entry: format.number(verdict.brokenAtSequence),
              })}
        </Text>
        <Button size="compact-sm" color="red.9" onClick={() => openSupportForm()}>
          {t('Contact support')}
        </Button>
      </Alert>
    )
  return (
    <Alert color="green" variant="light" mt="sm" title={t('Ledger verified')}>
      <Text size="sm">
        {verdict.rows === 0
          ? t('There are no ledger entries yet.')
          : t(
              '{rows, plural, one {# ledger entry} other {# ledger entries}} checked. None was changed, removed or inserted.',
              { rows: verdict.rows },
            )}
      </Text>
      {verdict.rows > 0 && (
        <Text size="xs" mt={6}>
          {rich('Latest hash: {code}', { code: <Code style={{ overflowWrap: 'anywhere' }}>{verdict.headHash}</Code> })}
        </Text>
      )}
    </Alert>
  )
}

const PROBLEMS: Record<NonNullable<Verdict['problem']>, string> = {
  ROW_MISSING: t('A ledger entry is missing'),
  ROW_ALTERED: t('A ledger entry was changed'),
  CHAIN_BROKEN: t('A ledger entry does not match the previous one'),
  TAIL_CUT: t('The latest ledger entries are missing'),
  HEAD_DIFFERS: t('The balance does not match the ledger entries'),
}
