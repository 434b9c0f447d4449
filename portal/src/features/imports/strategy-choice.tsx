import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useIsAdmin } from '../../api/session.ts'
import { AskAdmin } from '../../components/ask-admin.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { STRATEGIES, type Strategy } from './names.ts'

interface ChoiceProps {
  value: Strategy
  onChange: (strategy: Strategy) => void
  isBusy?: boolean
}

/** What happens to people who are there already; overwriting them has to be typed. */
export function StrategyChoice({ value, onChange, isBusy = false }: ChoiceProps) {
  const isAdmin = useIsAdmin()
  const [isAsking, setAsking] = useState(false)
  const choose = (next: string) => (next === 'FULL_REPLACE' ? setAsking(true) : onChange(next as Strategy))
  return (
    <>
      <Radio.Group label="What about people you already have?" value={value} onChange={choose}>
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
          <AskAdmin to="overwrite contacts" />
        </Text>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Overwrite people you already have?"
        confirm="Overwrite them"
        isDangerous
        typed="REPLACE"
        onConfirm={() => {
          setAsking(false)
          onChange('FULL_REPLACE')
        }}
      >
        For everybody in this file who is a contact already, name, details and labels become exactly what the file says.
        Details and labels that are not in the file are gone. People you wrote in by hand keep their name and details,
        and who has opted out stays opted out. You still see every change before it is saved.
      </ConfirmDialog>
    </>
  )
}
