import { Stack } from '@mantine/core'
import { PageHeader } from '../../components/page-header.tsx'
import { ExchangeRates } from './exchange-rates.tsx'
import { PlatformFees } from './platform-fees.tsx'
import { Prices } from './prices.tsx'
import { Tiers } from './tiers.tsx'

export const PricingPage = () => (
  <>
    <PageHeader
      title="Pricing"
      about="Prices and fees are never edited: a new row takes over from its day on, and what was quoted stays as it was."
    />
    <Stack gap="xl">
      <Prices />
      <Tiers />
      <PlatformFees />
      <ExchangeRates />
    </Stack>
  </>
)
