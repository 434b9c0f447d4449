import { SimpleGrid } from '@mantine/core'
import type { Balance } from '../../api/queries.ts'
import { Figure } from '../../components/figure.tsx'
import { Money } from '../../components/money.tsx'
import { When } from '../../components/when.tsx'

/** What there is, what of it was given, and what campaigns hold: each with what it means. */
export function BalanceFigures({ balance }: { balance: Balance | undefined }) {
  const money = (minorUnits: number) => balance && <Money minorUnits={minorUnits} currency={balance.currency} />
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      <Figure
        name="Balance"
        note={
          balance?.lastRechargedAt ? (
            <>
              Yours to spend. Last recharged <When at={balance.lastRechargedAt} />
            </>
          ) : (
            'Yours to spend'
          )
        }
      >
        {money(balance?.balanceMinorUnit ?? 0)}
      </Figure>
      <Figure name="Bonus" note="Part of the balance: given, not paid for. It is spent first and cannot be paid out">
        {money(balance?.bonusBalanceMinorUnit ?? 0)}
      </Figure>
      <Figure name="Held" note="Taken from the balance for campaigns that run. What they do not use comes back">
        {money(balance?.reservedMinorUnit ?? 0)}
      </Figure>
    </SimpleGrid>
  )
}
