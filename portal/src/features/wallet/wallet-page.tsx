import { Alert, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { balanceQuery } from '../../api/queries.ts'
import { useIsAdmin } from '../../api/session.ts'
import { AdminOnlyNotice } from '../../components/feedback/admin-only-notice.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../format/translate.ts'
import { AddFunds } from './add-funds.tsx'
import { BalanceStats } from './balance-stats.tsx'
import { LedgerVerification } from './ledger-verification.tsx'
import { LowBalanceAlert } from './low-balance-alert.tsx'
import { Spending } from './spending.tsx'
import { Transactions } from './transactions.tsx'

export function WalletPage() {
  const isAdmin = useIsAdmin()
  const { amount, next } = useSearch({ from: '/vendor/wallet' })
  const { data: balance, error, refetch } = useQuery(balanceQuery)
  const isLow = balance !== undefined && balance.balanceMinorUnit < balance.lowBalanceThreshold
  const isNew = balance?.lastRechargedAt === null && balance.balanceMinorUnit === 0
  return (
    <>
      <PageHeader title={t('Wallet')} about={t('Messages are paid from your wallet. Add funds before you send.')} />
      <Stack gap="lg">
        {error && !balance ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {isLow && isNew && (
          <Alert variant="light" title={t('Your wallet is empty')}>
            {t('Add funds before your first campaign. Its full cost is put on hold when it starts.')}
          </Alert>
        )}
        {isLow && !isNew && (
          <Alert color="yellow" variant="light" title={t('Your balance is low')}>
            {t(
              'Your balance is below {amount}. A campaign cannot start if it costs more than your available balance.',
              { amount: formatMoney(balance.lowBalanceThreshold, balance.currency) },
            )}
          </Alert>
        )}
        <BalanceStats balance={balance} />
        {isAdmin ? (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <AddFunds balance={balance} amount={amount} next={next} />
            <Stack gap="md">
              <LowBalanceAlert balance={balance} />
              <LedgerVerification />
            </Stack>
          </SimpleGrid>
        ) : (
          <AdminOnlyNotice action={t('add funds and view transactions')} />
        )}
        <Spending />
        {isAdmin && <Transactions />}
      </Stack>
    </>
  )
}
