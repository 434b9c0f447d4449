import { Button, Group, NativeSelect, Paper } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import { PRESETS_PATH, type Preset, presetsQuery } from './presets.ts'

/** Fills in the columns and options of a saved preset. Hidden while there is none. */
export function PresetChoice({ onApply }: { onApply: (preset: Preset) => void }) {
  const { data: presets = [] } = useQuery(presetsQuery)
  const [id, setId] = useState('')
  const [isAsking, setAsking] = useState(false)
  const chosen = presets.find((preset) => preset.id === id)
  const remove = useApiMutation((presetId: string) => api.delete(`${PRESETS_PATH}/${presetId}`), {
    invalidates: [presetsQuery.queryKey],
    onSuccess: () => {
      setAsking(false)
      setId('')
    },
  })
  if (presets.length === 0) return null
  return (
    <Paper withBorder p="md">
      <Group align="flex-end" gap="sm">
        <NativeSelect
          label={t('Preset')}
          data={[
            { value: '', label: t('Choose a preset') },
            ...presets.map((preset) => ({ value: preset.id, label: preset.name })),
          ]}
          value={id}
          onChange={({ currentTarget }) => {
            setId(currentTarget.value)
            const preset = presets.find((one) => one.id === currentTarget.value)
            if (preset) onApply(preset)
          }}
          miw={220}
        />
        {chosen && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('Delete preset')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={isAsking && chosen !== undefined}
        onClose={() => setAsking(false)}
        title={t('Delete preset {name}?', { name: chosen?.name ?? '' })}
        confirm={t('Delete preset')}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => chosen && remove.mutate(chosen.id)}
      >
        {t('Imports that used it are not affected. The columns stay as they are now.')}
      </ConfirmDialog>
    </Paper>
  )
}
