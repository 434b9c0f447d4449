import { Button, Group, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../../format/translate.ts'

/** Opens any payment by its id at the gateway. */
export function FindPayment() {
  const [id, setId] = useState('')
  const navigate = useNavigate()
  const wanted = id.trim()
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted) void navigate({ to: `/admin/payments/${encodeURIComponent(wanted)}` as never })
      }}
    >
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t('Payment ID')}
          placeholder="pay_…"
          autoComplete="off"
          maxLength={100}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" flex="none">
          {t('Find payment')}
        </Button>
      </Group>
    </form>
  )
}
