import { TagsInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { labelsQuery } from './queries.ts'

interface LabelsProps {
  label?: string
  description?: string
  value: string[]
  onChange: (labels: string[]) => void
  error?: ReactNode
}

/** Those that exist are offered; others can be typed. What was typed counts without Enter too. */
export function LabelsInput({ label = 'Labels', description, value, onChange, error }: LabelsProps) {
  const { data = [] } = useQuery(labelsQuery)
  return (
    <TagsInput
      label={label}
      description={description ?? 'Type one and press Enter, or choose from those you have.'}
      data={data.map(({ name }) => name)}
      value={value}
      onChange={onChange}
      error={error}
      acceptValueOnBlur
      autoComplete="off"
    />
  )
}
