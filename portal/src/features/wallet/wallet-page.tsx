import { Alert, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { balanceQuery } from '../../api/queries.ts'
import { useIsAdmin } from '../../api/session.ts'
import { AdminOnlyNotice } from '../../components/admin-only-notice.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { formatMoney } from '../../format/money.ts'
import { Recharge } from './add-funds.tsx'
import { BalanceFigures } from './balance-stats.tsx'
import { LedgerProof } from './ledger-verification.tsx'
import { Threshold } from './low-balance-alert.tsx'
import { Spend } from './spending.tsx'
import { Transactions } from './transactions.tsx'

export function WalletPage() {
  const isAdmin = useIsAdmin()
  const { amount, next } = useSearch({ from: '/vendor/wallet' })
  const { data: balance, error, refetch } = useQuery(balanceQuery)
  const isLow = balance !== undefined && balance.balanceMinorUnit < balance.lowBalanceThreshold
  const isNew = balance?.lastRechargedAt === null && balance.balanceMinorUnit === 0
  return (
    <>
      <PageHeader title="Wallet" about="Messages are paid from your wallet. Add funds before you send." />
      <Stack gap="lg">
        {error && !balance ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {isLow && isNew && (
          <Alert variant="light" title="Your wallet is empty">
            Add funds before your first campaign. Its full cost is put on hold when it starts.
          </Alert>
        )}
        {isLow && !isNew && (
          <Alert color="yellow" variant="light" title="Your balance is low">
            Your balance is below {formatMoney(balance.lowBalanceThreshold, balance.currency)}. A campaign cannot start
            if it costs more than your available balance.
          </Alert>
        )}
        <BalanceFigures balance={balance} />
        {isAdmin ? (
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Recharge balance={balance} amount={amount} next={next} />
            <Stack gap="md">
              <Threshold balance={balance} />
              <LedgerProof />
            </Stack>
          </SimpleGrid>
        ) : (
          <AdminOnlyNotice action="add funds and view transactions" />
        )}
        <Spend />
        {isAdmin && <Transactions />}
      </Stack>
    </>
  )
}
