import { Alert, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { isProblem } from '../../api/problem.ts'
import { useFormat } from '../../components/place-context.tsx'
import { type CountryCount, countriesInWords, recipientsIn } from './left-out.ts'

/** The countries that an answer refuses for want of a price; none if it is about something else. */
export const unpricedIn = (error: unknown) =>
  isProblem(error, 'PRICING_NOT_FOUND') ? ((error.members['countries'] ?? []) as CountryCount[]) : []

interface UnpricedProps {
  countries: readonly CountryCount[]
  /** Undefined when nobody would be left. */
  onLeaveOut: (() => void) | undefined
  /** What happens next, as the button says it. */
  next: 'continue' | 'start'
  isBusy?: boolean
  /** Another way on. */
  children?: ReactNode
}

/** Some countries have no price: those recipients can be left out. */
export function Unpriced({ countries, onLeaveOut, next, isBusy = false, children }: UnpricedProps) {
  const format = useFormat()
  const where = countriesInWords(countries.map(({ countryCode }) => countryCode))
  return (
    <Alert color="red" variant="light" mt="xs" title={`There is no price for messages to ${where} yet`}>
      <Text size="sm">
        {onLeaveOut
          ? 'Recipients there cannot get this campaign. Leave them out to send it to everyone else; you are not charged for them.'
          : 'Nobody else is on this list. Choose other people, or write to us to ask for a price.'}
      </Text>
      <Group gap="sm" mt="xs">
        {onLeaveOut && (
          <Button size="compact-sm" onClick={onLeaveOut} loading={isBusy}>
            Leave out {recipientsIn(format, countries)} and {next}
          </Button>
        )}
        {children}
      </Group>
    </Alert>
  )
}
