import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isProblem } from '../../api/problem.ts'
import { t } from '../../format/translate.ts'
import { type CountryCount, formatCountries, recipientsIn } from './skipped-contacts.ts'

/** The countries without a price named by an error; empty for other errors. */
export const missingPricesIn = (error: unknown) =>
  isProblem(error, 'PRICING_NOT_FOUND') ? ((error.members['countries'] ?? []) as CountryCount[]) : []

interface MissingPricesProps {
  countries: readonly CountryCount[]
  /** Undefined if no recipients would be left. */
  onExclude: (() => void) | undefined
  /** The verb on the button. */
  next: keyof ReturnType<typeof buttonTexts>
  isBusy?: boolean
  /** Alternative actions. */
  children?: ReactNode
}

/** Offers to exclude recipients in countries without a price. */
export function MissingPrices({ countries, onExclude, next, isBusy = false, children }: MissingPricesProps) {
  const where = formatCountries(countries.map(({ countryCode }) => countryCode))
  return (
    <Alert color="red" variant="light" mt="xs" title={t('No price for messages to {where}', { where })}>
      <Text size="sm">
        {onExclude
          ? t(
              'Recipients there cannot receive this campaign. Exclude them to send it to everyone else. Excluded recipients are not charged.',
            )
          : t('There are no other recipients on this list. Choose another list, or contact support.')}
      </Text>
      <Group gap="sm" mt="xs">
        {onExclude && (
          <Button size="compact-sm" onClick={onExclude} loading={isBusy}>
            {buttonTexts(recipientsIn(countries))[next]}
          </Button>
        )}
        {children}
      </Group>
    </Alert>
  )
}

const buttonTexts = (recipients: string) => ({
  continue: t('Leave out {recipients} and continue', { recipients }),
  start: t('Exclude {recipients} and start', { recipients }),
  resume: t('Exclude {recipients} and resume', { recipients }),
  retry: t('Exclude {recipients} and retry', { recipients }),
})
