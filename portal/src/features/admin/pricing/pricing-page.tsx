import { Stack } from '@mantine/core'
import { PageHeader } from '../../../components/layout/page-header.tsx'
import { t } from '../../../format/translate.ts'
import { ExchangeRates } from './exchange-rates.tsx'
import { PlatformFees } from './platform-fees.tsx'
import { Prices } from './prices.tsx'
import { Tiers } from './tiers.tsx'

export const PricingPage = () => (
  <>
    <PageHeader
      title={t('Pricing')}
      about={t(
        'Prices and fees are not edited. Add a new one to replace the current one; existing quotations are not changed.',
      )}
    />
    <Stack gap="xl">
      <Prices />
      <Tiers />
      <PlatformFees />
      <ExchangeRates />
    </Stack>
  </>
)
