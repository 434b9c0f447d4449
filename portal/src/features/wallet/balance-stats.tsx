import { SimpleGrid } from '@mantine/core'
import type { Balance } from '../../api/queries.ts'
import { StatCard } from '../../components/layout/stat-card.tsx'
import { Money } from '../../components/values/money.tsx'
import { RelativeTime } from '../../components/values/time.tsx'

/** The available balance, the bonus and the amount on hold. */
export function BalanceStats({ balance }: { balance: Balance | undefined }) {
  const money = (minorUnits: number) => balance && <Money minorUnits={minorUnits} currency={balance.currency} />
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      <StatCard
        name="Available balance"
        note={
          balance?.lastRechargedAt ? (
            <>
              Funds last added <RelativeTime at={balance.lastRechargedAt} />
            </>
          ) : (
            'No funds added yet'
          )
        }
      >
        {money(balance?.balanceMinorUnit ?? 0)}
      </StatCard>
      <StatCard name="Bonus" note="Part of the balance · spent first, not refundable">
        {money(balance?.bonusBalanceMinorUnit ?? 0)}
      </StatCard>
      <StatCard name="On hold" note="Reserved for running campaigns">
        {money(balance?.reservedMinorUnit ?? 0)}
      </StatCard>
    </SimpleGrid>
  )
}
