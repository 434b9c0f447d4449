import { Alert, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { balanceQuery } from '../../api/queries.ts'
import { useIsAdmin } from '../../api/session.ts'
import { AskAdmin } from '../../components/ask-admin.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { formatMoney } from '../../format/money.ts'
import { BalanceFigures } from './balance-figures.tsx'
import { LedgerProof } from './ledger-proof.tsx'
import { Recharge } from './recharge.tsx'
import { Spend } from './spend.tsx'
import { Threshold } from './threshold.tsx'
import { Transactions } from './transactions.tsx'

export function WalletPage() {
  const isAdmin = useIsAdmin()
  const { amount, next } = useSearch({ from: '/vendor/wallet' })
  const { data: balance, error, refetch } = useQuery(balanceQuery)
  const isLow = balance !== undefined && balance.balanceMinorUnit < balance.lowBalanceThreshold
  const isNew = balance?.lastRechargedAt === null && balance.balanceMinorUnit === 0
  return (
    <>
      <PageHeader
        title="Wallet"
        about="Every message is paid from here. You pay in first; what is not used stays yours."
      />
      <Stack gap="lg">
        {error && !balance ? <ErrorState error={error} retry={() => void refetch()} /> : null}
        {isLow && isNew && (
          <Alert variant="light" title="Your wallet is empty">
            Put something in before your first campaign: it needs its whole price when it starts.
          </Alert>
        )}
        {isLow && !isNew && (
          <Alert color="yellow" variant="light" title="Your balance is low">
            It is below the {formatMoney(balance.lowBalanceThreshold, balance.currency)} at which you asked to be
            warned. A campaign that costs more than the balance cannot start.
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
          <AskAdmin to="recharge the wallet and see its movements" />
        )}
        <Spend />
        {isAdmin && <Transactions />}
      </Stack>
    </>
  )
}
