import { SimpleGrid } from '@mantine/core'
import type { Balance } from '../../api/queries.ts'
import { Money } from '../../components/money.tsx'
import { Figure } from '../../components/stat-card.tsx'
import { When } from '../../components/time.tsx'

/** The available balance, the bonus and the amount on hold. */
export function BalanceFigures({ balance }: { balance: Balance | undefined }) {
  const money = (minorUnits: number) => balance && <Money minorUnits={minorUnits} currency={balance.currency} />
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      <Figure
        name="Available balance"
        note={
          balance?.lastRechargedAt ? (
            <>
              Funds last added <When at={balance.lastRechargedAt} />
            </>
          ) : (
            'No funds added yet'
          )
        }
      >
        {money(balance?.balanceMinorUnit ?? 0)}
      </Figure>
      <Figure name="Bonus" note="Part of the balance · spent first, not refundable">
        {money(balance?.bonusBalanceMinorUnit ?? 0)}
      </Figure>
      <Figure name="On hold" note="Reserved for running campaigns">
        {money(balance?.reservedMinorUnit ?? 0)}
      </Figure>
    </SimpleGrid>
  )
}
