import { Alert, Anchor, List, Paper, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useParams } from '@tanstack/react-router'
import { api } from '../../../api/api.ts'
import { useOperatorRights } from '../../../api/session.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../../components/feedback/loading.tsx'
import { DescriptionList, IdText } from '../../../components/layout/description-list.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { Money } from '../../../components/values/money.tsx'
import { rich } from '../../../components/values/rich.ts'
import { StatusDot } from '../../../components/values/status-dot.tsx'
import { RelativeTime } from '../../../components/values/time.tsx'
import { t } from '../../../format/translate.ts'
import { ADMIN, vendorDetailQuery } from '../queries.ts'
import { VendorLink } from '../vendor-link.tsx'
import { RefundDecision } from './refund-decision.tsx'
import { RefundPayout } from './refund-payout.tsx'
import { needsBankTransfer, REFUND_BASES, REFUND_STATES, type RefundDetail } from './refunds.ts'

const POLL_MS = 5_000

export function RefundPage() {
  const { refundId } = useParams({ strict: false }) as { refundId: string }
  const { data, error, refetch } = useQuery({
    queryKey: [...ADMIN, 'refunds', refundId],
    queryFn: ({ signal }) => api.get<RefundDetail>(`/admin/refunds/${refundId}`, undefined, signal),
    // Polls until the gateway has processed the refund.
    refetchInterval: ({ state }) =>
      state.data && ['APPROVED', 'PROCESSING'].includes(state.data.status) ? POLL_MS : false,
  })
  if (data) return <Details refund={data} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('Refund')} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

function Details({ refund }: { refund: RefundDetail }) {
  const { data: vendor } = useQuery(vendorDetailQuery(refund.vendorId))
  const { mayMoveMoney } = useOperatorRights()
  return (
    <>
      <PageHeader
        title={
          refund.kind === 'WALLET_EXIT'
            ? t('Account closure')
            : t('Refund of {invoiceNumber}', { invoiceNumber: refund.invoiceNumber })
        }
        about={[refund.kind !== 'WALLET_EXIT' && REFUND_BASES[refund.basis], vendor?.companyName]
          .filter(Boolean)
          .join(' · ')}
      />
      <Stack gap="lg" maw={760}>
        <Paper withBorder p="md">
          <Request refund={refund} vendorName={vendor?.companyName} />
        </Paper>
        {refund.status === 'REQUESTED' && refund.warnings.length > 0 && <Warnings refund={refund} />}
        {refund.pendingApprovalId && <PendingApproval />}
        {mayMoveMoney && refund.status === 'REQUESTED' && (
          <RefundDecision refund={refund} vendorName={vendor?.companyName} />
        )}
        {mayMoveMoney && needsBankTransfer(refund) && !refund.pendingApprovalId && <RefundPayout refund={refund} />}
        {refund.payouts.length > 0 && <Payouts refund={refund} />}
      </Stack>
    </>
  )
}

function Request({ refund, vendorName }: { refund: RefundDetail; vendorName: string | undefined }) {
  const { currency, refundableMinorUnit, amountMinorUnit } = refund
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={currency} />
  const some = (minorUnits: number) => (minorUnits > 0 ? money(minorUnits) : undefined)
  const [tone, word] = REFUND_STATES[refund.status]
  return (
    <DescriptionList
      items={[
        [
          t('Status'),
          <StatusDot key="state" tone={tone}>
            {word}
          </StatusDot>,
        ],
        [t('Vendor'), <VendorLink key="vendor" vendorId={refund.vendorId} name={vendorName ?? t('View vendor')} />],
        [t('Reason'), refund.reason],
        [t('Requested'), <RelativeTime key="asked" at={refund.requestedAt} />],
        [t('Refundable now'), refundableMinorUnit === null ? undefined : money(refundableMinorUnit)],
        [t('Refund'), amountMinorUnit === null ? undefined : money(amountMinorUnit)],
        [t('Fee'), some(refund.feeMinorUnit)],
        [t('Forfeited'), some(refund.forfeitMinorUnit)],
        [t('Paid by bank transfer'), some(refund.manualPayoutMinorUnit)],
        [t('Decided'), refund.decidedAt ? <RelativeTime key="decided" at={refund.decidedAt} /> : undefined],
        [t('Decided by'), decidedBy(refund)],
        [t('Note to vendor'), refund.note ?? undefined],
        [t('Gateway error'), refund.failure ?? undefined],
        [t('Paid out'), refund.paidOutAt ? <RelativeTime key="paid" at={refund.paidOutAt} /> : undefined],
        [t('Bank reference'), refund.paidOutReference ?? undefined],
        ['ID', <IdText key="id">{refund.id}</IdText>],
      ]}
    />
  )
}

function decidedBy({ decidedBy, decisionReason, status }: RefundDetail) {
  if (decisionReason) return t('Superseded by a payment for the plan')
  return status === 'WITHDRAWN' ? t('Vendor (withdrawn)') : decidedBy?.email
}

const PendingApproval = () => (
  <Alert variant="light" title={t('Awaiting another operator')}>
    {rich('The amount is above the approval threshold. Another operator decides it under <link>Approvals</link>.', {
      link: (text) => (
        <Anchor component={Link} to={'/admin/approvals' as LinkProps['to']} size="sm">
          {text}
        </Anchor>
      ),
    })}
  </Alert>
)

const Warnings = ({ refund }: { refund: RefundDetail }) => (
  <Alert variant="light" color="yellow" title={t('Before you approve')}>
    <List size="sm">
      {refund.warnings.map(({ code, message }) => (
        <List.Item key={code}>{message}</List.Item>
      ))}
    </List>
  </Alert>
)

const PAYOUT_STATES: Record<RefundDetail['payouts'][number]['status'], string> = {
  PLANNED: t('planned'),
  ACCEPTED: t('accepted'),
  PROCESSED: t('processed'),
  FAILED: t('failed'),
}

const Payouts = ({ refund: { payouts, currency } }: { refund: RefundDetail }) => (
  <Paper withBorder p="md" component="section" aria-label={t('Gateway refunds')}>
    <Title order={2} size="h4" mb="xs">
      {t('Gateway refunds')}
    </Title>
    <Stack gap="sm">
      {payouts.map(({ gatewayPaymentId, gatewayRefundId, amountMinorUnit, status }) => (
        <Text component="div" size="sm" key={gatewayPaymentId}>
          {rich('{amount}, {status}. Payment {idText}', {
            amount: <Money minorUnits={amountMinorUnit} currency={currency} />,
            status: PAYOUT_STATES[status],
            idText: <IdText>{gatewayPaymentId}</IdText>,
          })}
          {gatewayRefundId && <>{rich(', refund {idText}', { idText: <IdText>{gatewayRefundId}</IdText> })}</>}
        </Text>
      ))}
    </Stack>
  </Paper>
)
