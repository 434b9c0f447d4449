import { Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { t } from '../../../format/translate.ts'
import { AddToList } from './add-to-list.tsx'
import { DeleteContacts } from './delete-contacts.tsx'
import type { Selected } from './dialog-props.ts'
import { LabelContacts } from './label-contacts.tsx'
import { OptOutContacts } from './opt-out-contacts.tsx'

interface SelectedProps {
  selected: Selected
  /** Everything that matches the filters, on all pages. */
  total: number
  selectEverything: () => void
  clear: () => void
}

/** Bulk actions for the selected contacts. */
export function BulkActions({ selected, total, selectEverything, clear }: SelectedProps) {
  const format = useFormat()
  const [open, setOpen] = useState<'list' | 'label' | 'opt-out' | 'delete'>()
  const dialog = { selected, onClose: () => setOpen(undefined), onSuccess: clear }
  const who = t('{count, plural, one {# contact} other {# contacts}}', { count: selected.count })
  return (
    <Paper withBorder px="sm" py={6} mb="sm" component="section" aria-label={t('Selected contacts')}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text size="sm" fw={550} role="status">
            {t('{who} selected', { who })}
          </Text>
          {selected.count < total && (
            <Button size="compact-xs" variant="subtle" onClick={selectEverything}>
              {t('Select all {total}', { total: format.number(total) })}
            </Button>
          )}
        </Group>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setOpen('list')}>
            {t('Add to list')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('label')}>
            {t('Add labels')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('opt-out')}>
            {t('Opt out')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('delete')}>
            {t('Delete {who}', { who })}
          </Button>
          <Button size="xs" variant="subtle" onClick={clear}>
            {t('Clear selection')}
          </Button>
        </Group>
      </Group>
      {open === 'list' && <AddToList {...dialog} />}
      {open === 'label' && <LabelContacts {...dialog} />}
      {open === 'opt-out' && <OptOutContacts {...dialog} />}
      {open === 'delete' && <DeleteContacts {...dialog} />}
    </Paper>
  )
}
