import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat, usePlace } from '../../components/place-context.tsx'
import { instantOf } from '../campaigns/schedule.ts'

/** From when on something counts: at once unless a time is chosen. `at` is undefined while what is typed is no time. */
export function useStart() {
  const { timeZone } = usePlace()
  const [wall, setWall] = useState('')
  const at = wall === '' ? null : instantOf(wall, timeZone)
  const body: { effectiveFrom?: string } = at ? { effectiveFrom: at.toISOString() } : {}
  return { wall, setWall, at, isValid: at !== undefined, body }
}

/** On the operators' clock, which the label names. */
export function StartInput({ start: { wall, setWall, at, isValid } }: { start: ReturnType<typeof useStart> }) {
  const format = useFormat()
  const { timeZone } = usePlace()
  return (
    <TextInput
      type="datetime-local"
      label={`Starts at (${timeZone})`}
      description={at ? `${format.instant(at.toISOString())}, ${format.relative(at.toISOString())}` : 'Empty: at once.'}
      value={wall}
      onChange={(event) => setWall(event.currentTarget.value)}
      error={isValid ? undefined : 'Enter a day and a time, or leave it empty.'}
    />
  )
}

/** `It counts from now on` */
export function useStartWords({ at }: ReturnType<typeof useStart>) {
  const format = useFormat()
  return at ? `It counts from ${format.instant(at.toISOString())}` : 'It counts from now on'
}
