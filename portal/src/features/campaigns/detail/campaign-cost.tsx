import { Paper, Text, Title } from '@mantine/core'
import { DescriptionList } from '../../../components/layout/description-list.tsx'
import { DataTable } from '../../../components/table/data-table.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { Money } from '../../../components/values/money.tsx'
import { countryName } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { type Campaign, hasEnded } from '../queries.ts'
import { describeSkipped } from '../skipped-contacts.ts'

/** The cost of the campaign: charged, returned and on hold. */
export function CampaignCost({ campaign }: { campaign: Campaign }) {
  const { cost, currency, launchedAt } = campaign
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={currency} />
  return (
    <Paper withBorder p="md" component="section" aria-label={t('Cost')}>
      <Title order={2} size="h4" mb="sm">
        {t('Cost')}
      </Title>
      {launchedAt ? (
        <>
          <DescriptionList
            items={[
              [t('Initial hold'), money(cost.reservedMinorUnit)],
              [t('Charged'), money(cost.capturedMinorUnit)],
              [
                t('Returned for failed messages'),
                cost.refundedMinorUnit > 0 ? money(cost.refundedMinorUnit) : undefined,
              ],
              [t('Released'), cost.releasedMinorUnit > 0 ? money(cost.releasedMinorUnit) : undefined],
              [t('On hold'), money(cost.heldMinorUnit)],
            ]}
          />
          <Text size="sm" c="dimmed" my="sm">
            <HoldStatus campaign={campaign} />
          </Text>
          <ReceiptLines campaign={campaign} />
        </>
      ) : (
        <Text size="sm">
          {t('No funds are on hold yet. Recipients and cost are calculated when the campaign starts.')}
        </Text>
      )}
    </Paper>
  )
}

function HoldStatus({ campaign }: { campaign: Campaign }) {
  const format = useFormat()
  const { heldMinorUnit, heldUntil } = campaign.cost
  if (campaign.billingClosedAt)
    return t('Billing closed {billingClosedAt}. No funds are on hold.', {
      billingClosedAt: format.relative(campaign.billingClosedAt),
    })
  if (heldMinorUnit === 0) return t('No funds are on hold.')
  if (heldUntil)
    return t('Awaiting the last delivery reports. Unused funds are returned by {heldUntil} at the latest.', {
      heldUntil: format.instant(heldUntil),
    })
  return hasEnded(campaign)
    ? t('Awaiting the last delivery reports.')
    : t(
        'Delivered messages are paid from the hold. The cost of failed messages is returned immediately, and the rest when the campaign ends.',
      )
}

/** Charges by country. */
function ReceiptLines({ campaign }: { campaign: Campaign }) {
  const format = useFormat()
  const data = campaign.receipt
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={campaign.currency} />
  return (
    <section aria-label={t('Receipt')}>
      <Title order={3} size="h5" mb={4}>
        {data?.isFinal === false ? t('Receipt so far') : t('Receipt')}
      </Title>
      <DataTable
        label={t('Receipt')}
        list={{ rows: data?.lines, isPending: data === undefined, error: null, retry: () => undefined }}
        rowKey={({ countryCode, category, unitMinorUnit }) => `${countryCode} ${category} ${unitMinorUnit}`}
        empty={
          <Text size="sm" c="dimmed" p="md">
            {data?.isFinal ? t('No charges.') : t('No charges yet.')}
          </Text>
        }
        columns={[
          { name: t('Country'), cell: ({ countryCode }) => countryName(countryCode) },
          {
            name: t('Messages'),
            isNumber: true,
            cell: ({ messages }) => format.number(messages),
            total: (lines) => format.number(sum(lines, ({ messages }) => messages)),
          },
          { name: t('Price per message'), isNumber: true, cell: ({ unitMinorUnit }) => money(unitMinorUnit) },
          {
            name: t('Total'),
            isNumber: true,
            cell: ({ totalMinorUnit }) => money(totalMinorUnit),
            total: (lines) => money(sum(lines, ({ totalMinorUnit }) => totalMinorUnit)),
          },
        ]}
      />
      {data?.skippedReasons
        .filter(({ reason }) => reason === 'COUNTRY_EXCLUDED')
        .map((skipped) => (
          <Text key={skipped.reason} size="sm" c="dimmed" mt="xs">
            {t('Not charged: {skipped}.', { skipped: describeSkipped(skipped) })}
          </Text>
        ))}
      {data && data.totalMinorUnit > 0 && (
        <DescriptionList
          items={[
            [t('Provider'), money(data.providerCostMinorUnit)],
            [t('Platform fee'), money(data.platformFeeMinorUnit)],
            [t('Total charged'), <strong key="charged">{money(data.totalMinorUnit)}</strong>],
          ]}
        />
      )}
    </section>
  )
}

const sum = <Line,>(lines: readonly Line[], of: (line: Line) => number) =>
  lines.reduce((total, line) => total + of(line), 0)
