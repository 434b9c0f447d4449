import { SimpleGrid } from '@mantine/core'
import type { Balance } from '../../api/queries.ts'
import { StatCard } from '../../components/layout/stat-card.tsx'
import { Money } from '../../components/values/money.tsx'
import { rich } from '../../components/values/rich.ts'
import { RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'

/** The available balance, the bonus and the amount on hold. */
export function BalanceStats({ balance }: { balance: Balance | undefined }) {
  const money = (minorUnits: number) => balance && <Money minorUnits={minorUnits} currency={balance.currency} />
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      <StatCard
        name={t('Available balance')}
        note={
          balance?.lastRechargedAt
            ? rich('Funds last added {time}', { time: <RelativeTime at={balance.lastRechargedAt} /> })
            : t('No funds added yet')
        }
      >
        {money(balance?.balanceMinorUnit ?? 0)}
      </StatCard>
      <StatCard name={t('Bonus')} note={t('Part of the balance · spent first, not refundable')}>
        {money(balance?.bonusBalanceMinorUnit ?? 0)}
      </StatCard>
      <StatCard name={t('On hold')} note={t('Reserved for running campaigns')}>
        {money(balance?.reservedMinorUnit ?? 0)}
      </StatCard>
    </SimpleGrid>
  )
}
