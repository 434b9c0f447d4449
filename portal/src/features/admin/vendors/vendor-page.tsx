import { Anchor, Button, Paper, SimpleGrid, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperatorRights } from '../../../api/session.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { LoadingPage } from '../../../components/feedback/loading.tsx'
import { DescriptionList, IdText } from '../../../components/layout/description-list.tsx'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { StatCard } from '../../../components/layout/stat-card.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { Money } from '../../../components/values/money.tsx'
import { rich } from '../../../components/values/rich.ts'
import { RelativeTime } from '../../../components/values/time.tsx'
import { countryName } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { STATES as CAMPAIGN_STATES } from '../../campaigns/display-names.ts'
import { LedgerVerification } from '../../wallet/ledger-verification.tsx'
import { AuditTable } from '../audit/audit-table.tsx'
import { type VendorDetail, vendorDetailQuery } from '../queries.ts'
import { ResetMfaDialog } from '../reset-mfa-dialog.tsx'
import { CreditForm } from './credit-form.tsx'
import { VendorMoney } from './money/vendor-money.tsx'
import { Suspension } from './suspension.tsx'
import { VendorPlan } from './vendor-plan.tsx'
import { VendorPricing } from './vendor-pricing.tsx'
import { VendorStatus } from './vendor-status.tsx'

export function VendorPage() {
  const { vendorId } = useParams({ strict: false }) as { vendorId: string }
  const { data, error, refetch } = useQuery(vendorDetailQuery(vendorId))
  if (data) return <Details vendor={data} />
  if (!error) return <LoadingPage />
  return (
    <>
      <PageHeader title={t('Vendor')} />
      <ErrorState error={error} retry={() => void refetch()} />
    </>
  )
}

function Details({ vendor }: { vendor: VendorDetail }) {
  const { isOwner, mayMoveMoney } = useOperatorRights()
  return (
    <>
      {/* Company names stay out of the browser's tab and history. */}
      <PageHeader title={vendor.companyName} tab={t('Vendor')} />
      <Stack gap="lg">
        <Suspension vendor={vendor} />
        <Wallet vendor={vendor} />
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <Paper withBorder p="md" component="section" aria-label={t('Company')}>
            <Title order={2} size="h4" mb="xs">
              {t('Company')}
            </Title>
            <Company vendor={vendor} />
            {isOwner && <ResetUser />}
          </Paper>
          {mayMoveMoney && <CreditForm key={vendor.id} vendor={vendor} />}
          <VendorPlan vendor={vendor} />
          <VendorPricing vendor={vendor} />
          <LedgerVerification path={`/admin/vendors/${vendor.id}/ledger/verify`} />
        </SimpleGrid>
        <VendorMoney vendor={vendor} />
        <section aria-label={t('Audit log')}>
          <Title order={2} size="h4" mb="sm">
            {t('Audit log')}
          </Title>
          <AuditTable vendorId={vendor.id} pageSize={20} />
        </section>
      </Stack>
    </>
  )
}

/** For a user whom nobody in the company can help. */
function ResetUser() {
  const [isResetting, setResetting] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" mt="md" onClick={() => setResetting(true)}>
        {t('Reset two-factor of a user')}
      </Button>
      {isResetting && <ResetMfaDialog onClose={() => setResetting(false)} />}
    </>
  )
}

function Wallet({ vendor: { wallet } }: { vendor: VendorDetail }) {
  const money = (minorUnits: number) => <Money minorUnits={minorUnits} currency={wallet.currency} />
  return (
    <SimpleGrid cols={{ base: 1, md: 3 }}>
      <StatCard
        name={t('Balance')}
        note={
          wallet.lastRechargedAt
            ? rich('Funds last added {time}', { time: <RelativeTime at={wallet.lastRechargedAt} /> })
            : t('No funds added yet')
        }
      >
        {money(wallet.balanceMinorUnit)}
      </StatCard>
      <StatCard name={t('Bonus')} note={t('Part of the balance · never paid out')}>
        {money(wallet.bonusBalanceMinorUnit)}
      </StatCard>
      <StatCard name={t('On hold')} note={t('Reserved for running campaigns')}>
        {money(wallet.reservedMinorUnit)}
      </StatCard>
    </SimpleGrid>
  )
}

function Company({ vendor }: { vendor: VendorDetail }) {
  const format = useFormat()
  const { counts, campaigns, company } = vendor
  const byStatus = (Object.keys(CAMPAIGN_STATES) as (keyof typeof CAMPAIGN_STATES)[]).flatMap((status) => {
    const count = campaigns.byStatus[status] ?? 0
    return count > 0 ? [`${format.number(count)} ${CAMPAIGN_STATES[status][1]}`] : []
  })
  return (
    <DescriptionList
      items={[
        [t('Status'), <VendorStatus key="state" status={vendor.status} />],
        [t('Messaging'), vendor.messagingEnabled ? t('On') : t('Off')],
        [t('Country and currency'), `${countryName(vendor.country)}, ${vendor.currency}`],
        [t('Time zone'), vendor.timezone],
        [t('Legal name'), company.legalName ?? t('None')],
        ['GSTIN', company.gstin ? <IdText key="gstin">{company.gstin}</IdText> : t('None')],
        [t('Address'), addressOf(company.address) || t('None')],
        [t('Phone'), company.phone ?? t('None')],
        [t('Billing email'), company.billingEmail ? <Mail key="billing" to={company.billingEmail} /> : t('None')],
        [
          t('Administrators'),
          <Stack key="administrators" gap={2}>
            {vendor.administrators.map(({ email }) => (
              <Mail key={email} to={email} />
            ))}
          </Stack>,
        ],
        [t('Registered'), <RelativeTime key="created" at={vendor.createdAt} />],
        [t('Members'), format.number(counts.users)],
        [t('Contacts'), format.number(counts.contacts)],
        [t('Campaigns'), byStatus.join(', ') || t('None')],
        [t('Invoices'), format.number(counts.invoices)],
        [t('Wallet transactions'), format.number(counts.transactions)],
        [t('Open refunds'), format.number(counts.openRefunds)],
        ['ID', <IdText key="id">{vendor.id}</IdText>],
      ]}
    />
  )
}

const Mail = ({ to }: { to: string }) => (
  <Anchor href={`mailto:${to}`} size="sm" style={{ overflowWrap: 'anywhere' }}>
    {to}
  </Anchor>
)

const addressOf = (address: VendorDetail['company']['address']) =>
  address
    ? [address.line1, address.line2, [address.postalCode, address.city].filter(Boolean).join(' '), address.state]
        .filter(Boolean)
        .join(', ')
    : ''
