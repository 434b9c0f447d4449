import { Button, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormat } from '../../../components/values/locale-context.tsx'
import type { Contact } from '../queries.ts'
import { AddToList } from './add-to-list.tsx'
import { DeleteContacts } from './delete-contacts.tsx'
import { LabelContacts } from './label-contacts.tsx'

interface SelectedProps {
  selected: readonly Contact[]
  clear: () => void
}

/** Bulk actions for the selected contacts. */
export function BulkActions({ selected, clear }: SelectedProps) {
  const format = useFormat()
  const [open, setOpen] = useState<'list' | 'label' | 'delete'>()
  const dialog = { selected, onClose: () => setOpen(undefined), onSuccess: clear }
  const who = format.plural(selected.length, 'contact')
  return (
    <Paper withBorder px="sm" py={6} mb="sm" component="section" aria-label="Selected contacts">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={550} role="status">
          {who} selected
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setOpen('list')}>
            Add to list
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('label')}>
            Add labels
          </Button>
          <Button size="xs" variant="default" onClick={() => setOpen('delete')}>
            Delete {who}
          </Button>
          <Button size="xs" variant="subtle" onClick={clear}>
            Clear selection
          </Button>
        </Group>
      </Group>
      {open === 'list' && <AddToList {...dialog} />}
      {open === 'label' && <LabelContacts {...dialog} />}
      {open === 'delete' && <DeleteContacts {...dialog} />}
    </Paper>
  )
}
