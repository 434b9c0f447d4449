import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { t } from '../../../format/translate.ts'
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
          {t('Save as preset')}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {save.data && t('Saved as {name}. You can choose it for your next file.', { name: save.data.name })}
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
          label={t('Preset name')}
          placeholder={t('Shop export')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={100}
          autoComplete="off"
          data-autofocus
        />
        <Button type="submit" loading={save.isPending} disabled={name.trim() === ''}>
          {t('Save preset')}
        </Button>
        <Button variant="default" onClick={() => setOpen(false)}>
          {t('Cancel')}
        </Button>
      </Group>
      {save.error ? <ErrorState error={save.error} /> : null}
    </form>
  )
}
