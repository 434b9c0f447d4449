import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import type { Mapping } from '../queries.ts'
import type { ImportOptions } from './import-options.tsx'
import { PRESETS_PATH, type Preset, presetsQuery } from './presets.ts'

interface SavePresetProps {
  columns: NonNullable<Mapping['confirmed']>
  options: ImportOptions
}

/** Saves columns and options under a name, for the next file of this kind. */
export function SavePreset({ columns, options }: SavePresetProps) {
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const save = useApiMutation(
    (input: { name: string }, key) =>
      api.post<Preset>(
        PRESETS_PATH,
        {
          ...input,
          columns,
          mergeStrategy: options.mergeStrategy,
          labels: options.labels,
          ...(options.defaultCountry && { defaultCountry: options.defaultCountry }),
        },
        key,
      ),
    { invalidates: [presetsQuery.queryKey], onSuccess: () => setOpen(false) },
  )
  if (!isOpen)
    return (
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Save as preset
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {save.data && `Saved as ${save.data.name}. You can choose it for your next file.`}
        </Text>
      </Group>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ name: name.trim() })
      }}
    >
      <Group align="flex-end" gap="sm">
        <TextInput
          label="Preset name"
          placeholder="Shop export"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          autoComplete="off"
          data-autofocus
        />
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
          Save preset
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </Group>
      {save.error ? <ErrorState error={save.error} /> : null}
    </form>
  )
}
