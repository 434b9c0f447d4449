import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useIsAdmin } from '../../../api/session.ts'
import { AdminOnlyNotice } from '../../../components/feedback/admin-only-notice.tsx'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import { STRATEGIES, type Strategy } from '../display-names.ts'

interface ChoiceProps {
  value: Strategy
  onChange: (strategy: Strategy) => void
  isBusy?: boolean
}

/** How existing contacts are handled. Replacing them needs a typed confirmation. */
export function StrategyChoice({ value, onChange, isBusy = false }: ChoiceProps) {
  const isAdmin = useIsAdmin()
  const [isAsking, setAsking] = useState(false)
  const choose = (next: string) => (next === 'FULL_REPLACE' ? setAsking(true) : onChange(next as Strategy))
  return (
    <>
      <Radio.Group label={t('Existing contacts')} value={value} onChange={choose}>
        <Stack gap="xs" mt={6}>
          {Object.entries(STRATEGIES).map(([strategy, { name, about }]) => (
            <Radio
              key={strategy}
              value={strategy}
              label={name}
              description={about}
              disabled={isBusy || (strategy === 'FULL_REPLACE' && !isAdmin)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {!isAdmin && (
        <Text component="div" mt="xs">
          <AdminOnlyNotice action={t('replace contacts')} />
        </Text>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('Replace existing contacts?')}
        confirm={t('Replace contacts')}
        isDangerous
        confirmationText="REPLACE"
        onConfirm={() => {
          setAsking(false)
          onChange('FULL_REPLACE')
        }}
      >
        {t(
          'The name, attributes and labels of every existing contact in this file are replaced by the file. Attributes and labels that are not in the file are removed. Contacts you added manually keep their name and attributes, and opt-outs are kept. You can review every change before it is saved.',
        )}
      </ConfirmDialog>
    </>
  )
}
