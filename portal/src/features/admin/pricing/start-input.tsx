import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useFormat, useLocale } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
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
      label={t('Effective from ({timeZone})', { timeZone })}
      description={
        at
          ? `${format.instant(at.toISOString())}, ${format.relative(at.toISOString())}`
          : t('Leave empty to start immediately.')
      }
      value={wall}
      onChange={(event) => setWall(event.currentTarget.value)}
      error={isValid ? undefined : t('Enter a date and a time, or leave it empty.')}
    />
  )
}

/** `Applies immediately` */
export function useStartText({ at }: ReturnType<typeof useStart>) {
  const format = useFormat()
  return at ? t('Applies from {iSOString}', { iSOString: format.instant(at.toISOString()) }) : t('Applies immediately')
}
