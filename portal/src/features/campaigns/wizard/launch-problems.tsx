import { RECHARGE_MINOR_UNIT_MIN } from '@harkara/server/domain/limits'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useIsAdmin } from '../../../api/session.ts'
import { AdminOnlyNotice } from '../../../components/feedback/admin-only-notice.tsx'
import { formatMoney } from '../../../format/money.ts'
import { capitalize, withFullStop } from '../../../format/text.ts'
import { t } from '../../../format/translate.ts'
import { AddFundsButton } from '../add-funds-button.tsx'
import { MissingPrices } from '../missing-prices.tsx'
import { type CountryCount, sumOf } from '../skipped-contacts.ts'
import type { Preview } from './preview.ts'
import type { Wizard } from './use-wizard.ts'

/** Problems that prevent the launch, each with a fix. Stale quotations are renewed automatically and not shown. */
export function Problems({ preview, wizard }: { preview: Preview; wizard: Pick<Wizard, 'change'> }) {
  const shown = preview.problems.filter(({ code }) => !code.startsWith('QUOTATION_'))
  if (shown.length === 0) return null
  return (
    <Stack gap="sm" role="status">
      {shown.map(({ code, detail, countries }) =>
        code === 'PRICING_NOT_FOUND' && countries ? (
          <UnpricedCountries key={code} countries={countries} preview={preview} change={wizard.change} />
        ) : code === 'INSUFFICIENT_BALANCE' ? (
          <InsufficientBalance
            key={code}
            shortfallMinorUnit={preview.shortfallMinorUnit ?? 0}
            currency={preview.currency}
            next="/campaigns/new/check"
          />
        ) : (
          <Alert key={code} color="red" variant="light">
            <Text size="sm">{withFullStop(capitalize(detail))}</Text>
            <Group mt="xs">
              <FixLink code={code} />
            </Group>
          </Alert>
        ),
      )}
    </Stack>
  )
}

interface WithoutPriceProps {
  countries: CountryCount[]
  preview: Preview
  change: Wizard['change']
}

function UnpricedCountries({ countries, preview: { recipients, excludeCountries }, change }: WithoutPriceProps) {
  const codes = [...excludeCountries, ...countries.map(({ countryCode }) => countryCode)]
  const exclude = recipients > sumOf(countries) ? () => change({ excludeCountries: codes }) : undefined
  return (
    <MissingPrices countries={countries} onExclude={exclude} next="continue">
      <FixLink code="PRICING_NOT_FOUND" />
    </MissingPrices>
  )
}

interface InsufficientBalanceProps {
  /** Zero if the wallet is empty: nothing can be sent from an empty wallet, even if it is free. */
  shortfallMinorUnit: number
  currency: string
  next: string
}

/** Shows the missing amount and links to the wallet and back. */
export function InsufficientBalance({ shortfallMinorUnit, currency, next }: InsufficientBalanceProps) {
  const isAdmin = useIsAdmin()
  const amount = Math.max(shortfallMinorUnit, RECHARGE_MINOR_UNIT_MIN)
  return (
    <Alert
      color="red"
      variant="light"
      title={
        shortfallMinorUnit > 0
          ? t('You need {amount} more to send this campaign', { amount: formatMoney(shortfallMinorUnit, currency) })
          : t('Your wallet is empty')
      }
    >
      {isAdmin ? (
        <Group gap="sm" mt={4}>
          <AddFundsButton amount={amount} next={next} size="sm">
            {t('Add {amount}', { amount: formatMoney(amount, currency) })}
          </AddFundsButton>
        </Group>
      ) : (
        <AdminOnlyNotice action={t('add funds')} />
      )}
    </Alert>
  )
}

/** What members have to ask an administrator for. */
const ADMIN_ACTIONS: Readonly<Record<string, string>> = {
  CONVERSATION_CAP_REACHED: t('change or cancel the plan'),
  SUBSCRIPTION_REQUIRED: t('choose a plan'),
  SUBSCRIPTION_FROZEN: t('pay'),
}

const FIX_LINKS: Readonly<Record<string, readonly [path: string, label: string]>> = {
  CONVERSATION_CAP_REACHED: ['/billing/plan', t('View plans')],
  SUBSCRIPTION_REQUIRED: ['/billing/plan', t('Choose a plan')],
  SUBSCRIPTION_FROZEN: ['/billing/plan', t('Pay plan')],
  TEMPLATE_NOT_APPROVED: ['/campaigns/new/template', t('Choose another template')],
  LIST_EMPTY: ['/campaigns/new/people', t('Choose another list')],
  PRICING_NOT_FOUND: ['/campaigns/new/people', t('Choose another list')],
  VARIABLES_REQUIRED: ['/campaigns/new/details', t('Fill in details')],
  VARIABLES_UNKNOWN: ['/campaigns/new/details', t('Edit details')],
}

function FixLink({ code }: { code: string }) {
  const isAdmin = useIsAdmin()
  const way = FIX_LINKS[code]
  const adminAction = ADMIN_ACTIONS[code]
  if (adminAction && !isAdmin) return <AdminOnlyNotice action={adminAction} />
  if (!way) return null
  return (
    <Button component={Link} to={way[0] as LinkProps['to']} size="compact-sm" variant="default">
      {way[1]}
    </Button>
  )
}
