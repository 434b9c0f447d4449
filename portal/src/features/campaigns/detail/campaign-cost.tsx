import { Paper, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { DescriptionList } from '../../../components/layout/description-list.tsx'
import { DataTable } from '../../../components/table/data-table.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { Money } from '../../../components/values/money.tsx'
import { countryName } from '../../../format/text.ts'
import { type Campaign, hasEnded, pollInterval, type Receipt } from '../queries.ts'
import { describeSkipped } from '../skipped-contacts.ts'

/** The cost of the campaign: charged, returned and on hold. */
export function CampaignCost({ campaign }: { campaign: Campaign }) {
  const { cost, currency, launchedAt } = campaign
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={currency} />
  return (
    <Paper withBorder p="md" component="section" aria-label="Cost">
      <Title order={2} size="h4" mb="sm">
        Cost
      </Title>
      {launchedAt ? (
        <>
          <DescriptionList
            items={[
              ['Initial hold', money(cost.reservedMinorUnit)],
              ['Charged', money(cost.capturedMinorUnit)],
              ['Returned for failed messages', cost.refundedMinorUnit > 0 ? money(cost.refundedMinorUnit) : undefined],
              ['Released', cost.releasedMinorUnit > 0 ? money(cost.releasedMinorUnit) : undefined],
              ['On hold', money(cost.heldMinorUnit)],
            ]}
          />
          <Text size="sm" c="dimmed" my="sm">
            <HoldStatus campaign={campaign} />
          </Text>
          <ReceiptLines campaign={campaign} />
        </>
      ) : (
        <Text size="sm">No funds are on hold yet. Recipients and cost are calculated when the campaign starts.</Text>
      )}
    </Paper>
  )
}

function HoldStatus({ campaign }: { campaign: Campaign }) {
  const format = useFormat()
  const { heldMinorUnit, heldUntil } = campaign.cost
  if (campaign.billingClosedAt)
    return `Billing closed ${format.relative(campaign.billingClosedAt)}. No funds are on hold.`
  if (heldMinorUnit === 0) return 'No funds are on hold.'
  if (heldUntil)
    return `Awaiting the last delivery reports. Unused funds are returned by ${format.instant(heldUntil)} at the latest.`
  return hasEnded(campaign)
    ? 'Awaiting the last delivery reports.'
    : 'Delivered messages are charged to the hold. The cost of failed messages is returned immediately, and the rest when the campaign ends.'
}

/** Charges by country. */
function ReceiptLines({ campaign }: { campaign: Campaign }) {
  const format = useFormat()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['campaigns', 'receipt', campaign.id],
    queryFn: ({ signal }) => api.get<Receipt>(`/campaigns/${campaign.id}/receipt`, undefined, signal),
    refetchInterval: pollInterval(campaign),
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
            {data?.isFinal ? 'No charges.' : 'No charges yet.'}
          </Text>
        }
        columns={[
          { name: 'Country', cell: ({ countryCode }) => countryName(countryCode) },
          { name: 'Messages', isNumber: true, cell: ({ messages }) => format.number(messages) },
          { name: 'Price per message', isNumber: true, cell: ({ unitMinorUnit }) => money(unitMinorUnit) },
          { name: 'Total', isNumber: true, cell: ({ totalMinorUnit }) => money(totalMinorUnit) },
        ]}
      />
      {data?.skippedReasons
        .filter(({ reason }) => reason === 'COUNTRY_EXCLUDED')
        .map((skipped) => (
          <Text key={skipped.reason} size="sm" c="dimmed" mt="xs">
            Not charged: {describeSkipped(format, skipped)}.
          </Text>
        ))}
      {data && data.totalMinorUnit > 0 && (
        <DescriptionList
          items={[
            ['Provider', money(data.providerCostMinorUnit)],
            ['Platform fee', money(data.platformFeeMinorUnit)],
            ['Total charged', <strong key="charged">{money(data.totalMinorUnit)}</strong>],
          ]}
        />
      )}
    </section>
  )
}
