import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../format/translate.ts'
import { labelsQuery } from './queries.ts'

interface LabelsProps {
  label?: string
  description?: string
  value: string[]
  onChange: (labels: string[]) => void
  error?: ReactNode
}

/** Suggests existing labels and accepts new ones, also without pressing Enter. */
export function LabelsInput({ label = t('Labels'), description, value, onChange, error }: LabelsProps) {
  const { data = [] } = useQuery(labelsQuery)
  return (
    <TagsInput
      label={label}
      description={description ?? t('Select a label, or type a new one and press Enter.')}
      data={data.map(({ name }) => name)}
      value={value}
      onChange={onChange}
      error={error}
      acceptValueOnBlur
      autoComplete="off"
    />
  )
}
