import { Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { DataTable } from '../../components/data-table.tsx'
import { Facts } from '../../components/facts.tsx'
import { Money } from '../../components/money.tsx'
import { useFormat } from '../../components/place-context.tsx'
import { countryName } from '../../format/words.ts'
import { leftOutWords } from './left-out.ts'
import { type Campaign, hasEnded, lookAgainMs, type Receipt } from './queries.ts'

/** Where its money is: used, back in the wallet, or still held and until when. */
export function CampaignMoney({ campaign }: { campaign: Campaign }) {
  const { cost, currency, launchedAt } = campaign
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={currency} />
  return (
    <Paper withBorder p="md" component="section" aria-label="Money">
      <Title order={2} size="h4" mb="sm">
        Money
      </Title>
      {launchedAt ? (
        <>
          <Facts
            facts={[
              ['Set aside at first', money(cost.reservedMinorUnit)],
              ['Used', money(cost.capturedMinorUnit)],
              ['Back, for what failed', cost.refundedMinorUnit > 0 ? money(cost.refundedMinorUnit) : undefined],
              ['Back, not needed', cost.releasedMinorUnit > 0 ? money(cost.releasedMinorUnit) : undefined],
              ['Still held', money(cost.heldMinorUnit)],
            ]}
          />
          <Text size="sm" c="dimmed" my="sm">
            <HeldWords campaign={campaign} />
          </Text>
          <ReceiptLines campaign={campaign} />
        </>
      ) : (
        <Text size="sm">
          Nothing is held for it yet. When it starts it is counted and priced, and its cost is set aside.
        </Text>
      )}
    </Paper>
  )
}

function HeldWords({ campaign }: { campaign: Campaign }) {
  const format = useFormat()
  const { heldMinorUnit, heldUntil } = campaign.cost
  if (campaign.billingClosedAt)
    return `The books closed ${format.relative(campaign.billingClosedAt)}. Nothing is held any more.`
  if (heldMinorUnit === 0) return 'Nothing is held any more.'
  if (heldUntil)
    return `What is held waits for the last confirmations. What is not used is back by ${format.instant(heldUntil)} at the latest.`
  return hasEnded(campaign)
    ? 'What is held waits for the last confirmations.'
    : 'What is held pays for what is delivered. What fails comes back at once, the rest when the campaign has ended.'
}

/** What was paid for, by country. */
function ReceiptLines({ campaign }: { campaign: Campaign }) {
  const format = useFormat()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['campaigns', 'receipt', campaign.id],
    queryFn: ({ signal }) => api.get<Receipt>(`/campaigns/${campaign.id}/receipt`, undefined, signal),
    refetchInterval: lookAgainMs(campaign),
  })
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={campaign.currency} />
  return (
    <section aria-label="Receipt">
      <Title order={3} size="h5" mb={4}>
        {data?.isFinal === false ? 'Receipt so far' : 'Receipt'}
      </Title>
      <DataTable
        label="Receipt"
        list={{ rows: data?.lines, isPending, error, retry: () => void refetch() }}
        rowKey={({ countryCode, category, unitMinorUnit }) => `${countryCode} ${category} ${unitMinorUnit}`}
        empty={
          <Text size="sm" c="dimmed" p="md">
            {data?.isFinal ? 'Nothing was charged.' : 'Nothing is charged yet.'}
          </Text>
        }
        columns={[
          { name: 'Country', cell: ({ countryCode }) => countryName(countryCode) },
          { name: 'Messages', isNumber: true, cell: ({ messages }) => format.count(messages) },
          { name: 'Each', isNumber: true, cell: ({ unitMinorUnit }) => money(unitMinorUnit) },
          { name: 'Together', isNumber: true, cell: ({ totalMinorUnit }) => money(totalMinorUnit) },
        ]}
      />
      {data?.skippedReasons
        .filter(({ reason }) => reason === 'COUNTRY_EXCLUDED')
        .map((skipped) => (
          <Text key={skipped.reason} size="sm" c="dimmed" mt="xs">
            Not charged: {leftOutWords(format, skipped)}.
          </Text>
        ))}
      {data && data.totalMinorUnit > 0 && (
        <Facts
          facts={[
            ['Provider', money(data.providerCostMinorUnit)],
            ['Platform fee', money(data.platformFeeMinorUnit)],
            ['Charged', <strong key="charged">{money(data.totalMinorUnit)}</strong>],
          ]}
        />
      )}
    </section>
  )
}
