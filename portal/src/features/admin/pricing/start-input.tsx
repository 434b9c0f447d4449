import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat, useLocale } from '../../../components/values/locale-context.tsx'
import { instantOf } from '../../campaigns/schedule.ts'

/** The start time: null means immediately, and `at` is undefined while the input is not a valid time. */
export function useStart() {
  const { timeZone } = useLocale()
  const [wall, setWall] = useState('')
  const at = wall === '' ? null : instantOf(wall, timeZone)
  const body: { effectiveFrom?: string } = at ? { effectiveFrom: at.toISOString() } : {}
  return { wall, setWall, at, isValid: at !== undefined, body }
}

/** In the operator's time zone, which the label names. */
export function StartInput({ start: { wall, setWall, at, isValid } }: { start: ReturnType<typeof useStart> }) {
  const format = useFormat()
  const { timeZone } = useLocale()
  return (
    <TextInput
      type="datetime-local"
      label={`Effective from (${timeZone})`}
      description={
        at
          ? `${format.instant(at.toISOString())}, ${format.relative(at.toISOString())}`
          : 'Leave empty to start immediately.'
      }
      value={wall}
      onChange={(event) => setWall(event.currentTarget.value)}
      error={isValid ? undefined : 'Enter a date and a time, or leave it empty.'}
    />
  )
}

/** `Applies immediately` */
export function useStartText({ at }: ReturnType<typeof useStart>) {
  const format = useFormat()
  return at ? `Applies from ${format.instant(at.toISOString())}` : 'Applies immediately'
}
