import type { FinalStatementView } from '@harkara/server/refunds/exit/final-statement-schema'
import { Anchor, Button, Container, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { pageSettings } from '../../api/page-settings.ts'
import type { SessionVendor } from '../../api/session.ts'
import { signOut } from '../../api/sign-in/sign-in.ts'
import type { Out } from '../../api/types.ts'
import { Brand } from '../../components/brand/brand.tsx'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../components/feedback/loading.tsx'
import { DescriptionList, IdText } from '../../components/layout/description-list.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { Money } from '../../components/values/money.tsx'
import { rich } from '../../components/values/rich.ts'
import { DateText, RelativeTime } from '../../components/values/time.tsx'
import { t } from '../../format/translate.ts'
import { DataExport } from '../settings/data-export.tsx'
import { Transactions } from '../wallet/transactions.tsx'
import { CreditNotes, Invoices } from './invoices-page.tsx'

type Statement = Out<typeof FinalStatementView>

/** The only page of a closed account: its invoices, transactions and final statement. */
export const ClosedAccount = ({ vendor }: { vendor: SessionVendor }) => (
  <Container size="lg" py="xl" component="main" id="page">
    <Group mb="xl">
      <Brand />
    </Group>
    <PageHeader
      title={t('This account is closed')}
      about={rich(
        '{companyName} can no longer send messages or make payments. Your invoices, credit notes, transactions and final statement remain available. For questions, contact {anchor}.',
        {
          companyName: vendor.companyName,
          anchor: (
            <Anchor href={`mailto:${pageSettings.supportEmail}`} underline="always">
              {pageSettings.supportEmail}
            </Anchor>
          ),
        },
      )}
      actions={
        <Button variant="default" onClick={() => void signOut().catch(() => undefined)}>
          {t('Sign out')}
        </Button>
      }
    />
    <Stack gap="xl">
      <FinalStatement />
      <ExportWhileKept />
      <section aria-labelledby="invoices">
        <Title order={2} size="h4" mb="sm" id="invoices">
          {t('Invoices')}
        </Title>
        <Invoices />
      </section>
      <CreditNotes />
      <Transactions isClosed />
    </Stack>
  </Container>
)

const statementQuery = queryOptions({
  queryKey: ['billing', 'final-statement'],
  queryFn: ({ signal }) => api.get<Statement>('/billing/final-statement', undefined, signal),
})

/** There is nothing to export after the data is deleted. */
function ExportWhileKept() {
  const { data } = useQuery(statementQuery)
  return data && data.dataDeletedAt === null ? <DataExport /> : null
}

function FinalStatement() {
  const { data, error, refetch } = useQuery(statementQuery)
  if (!data && !error) return <LoadingPage />
  return (
    <section aria-labelledby="statement">
      <Title order={2} size="h4" mb="sm" id="statement">
        {t('Final statement')}
      </Title>
      {data ? <StatementDetails statement={data} /> : <ErrorState error={error} retry={() => void refetch()} />}
    </section>
  )
}

function StatementDetails({ statement }: { statement: Statement }) {
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={statement.currency} />
  return (
    <Paper withBorder p="md" maw={760}>
      <DescriptionList
        items={[
          [t('Closed'), <RelativeTime key="closed" at={statement.closedAt} />],
          [t('Funds added'), money(statement.paidInMinorUnit)],
          [t('Bonus'), statement.bonusMinorUnit > 0 ? money(statement.bonusMinorUnit) : undefined],
          [t('Spent'), money(statement.spentMinorUnit)],
          [t('Non-refundable'), statement.forfeitMinorUnit > 0 ? money(statement.forfeitMinorUnit) : undefined],
          [t('Processing fee'), money(statement.feeMinorUnit)],
          [t('Refunded'), <Refunded key="refunded" statement={statement} />],
          [t('Late refunds'), statement.lateRefundMinorUnit > 0 ? money(statement.lateRefundMinorUnit) : undefined],
          [t('Balance'), money(statement.balanceMinorUnit)],
          [t('Contacts and messages'), <DataEnd key="data" statement={statement} />],
        ]}
      />
    </Paper>
  )
}

const DataEnd = ({ statement: { dataDeletedAt, dataKeptUntil } }: { statement: Statement }) =>
  dataDeletedAt
    ? rich('Deleted on {date}', { date: <DateText at={dataDeletedAt} /> })
    : rich('Will be deleted on {date}', { date: <DateText at={dataKeptUntil} /> })

/** The refunded payments, and the amount paid by bank transfer. */
const Refunded = ({ statement }: { statement: Statement }) => (
  <>
    <Money minorUnits={statement.refundMinorUnit} currency={statement.currency} />
    {statement.payouts.map(({ gatewayPaymentId, amountMinorUnit, status }) => (
      <Text component="div" size="sm" c="dimmed" key={gatewayPaymentId}>
        {payoutSentence(status === 'FAILED', {
          amount: <Money minorUnits={amountMinorUnit} currency={statement.currency} />,
          payment: <IdText>{gatewayPaymentId}</IdText>,
        })}
      </Text>
    ))}
    {statement.manualPayoutMinorUnit > 0 && (
      <Text size="sm" c="dimmed">
        {bankTransferSentence(
          statement,
          <Money minorUnits={statement.manualPayoutMinorUnit} currency={statement.currency} />,
        )}
      </Text>
    )}
  </>
)

const payoutSentence = (hasFailed: boolean, values: { amount: ReactNode; payment: ReactNode }) =>
  hasFailed
    ? rich('{amount} could not be refunded to payment {payment}', values)
    : rich('{amount} to payment {payment}', values)

const bankTransferSentence = ({ paidOutAt, paidOutReference }: Statement, amount: ReactNode) =>
  paidOutAt
    ? rich('{amount} by bank transfer, reference {paidOutReference}', { amount, paidOutReference })
    : rich('{amount} will be paid by bank transfer', { amount })
