import type { NewOrderView } from '@harkara/server/orders/schema'
import { Button, Chip, Group, Input, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useId, useState } from 'react'
import { api } from '../../api/api.ts'
import type { Balance } from '../../api/queries.ts'
import type { Out } from '../../api/types.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { formatAmountForInput, formatMoney } from '../../format/money.ts'
import { t } from '../../format/translate.ts'
import { goToCheckout } from '../billing/checkout.ts'
import { parseAmount, suggestedAmounts } from './amounts.ts'

interface AddFundsProps {
  balance: Balance | undefined
  /** The missing amount for a campaign, in minor units. */
  amount: number | undefined
  next: string | undefined
}

const OTHER = 'other'

export const AddFunds = ({ balance, ...rest }: AddFundsProps) => (
  <Paper withBorder p="md" component="section" aria-label={t('Add funds')} mih={300}>
    <Title order={2} size="h4" mb="sm">
      {t('Add funds')}
    </Title>
    {balance && <Form balance={balance} {...rest} />}
  </Paper>
)

function Form({ balance, amount, next }: AddFundsProps & { balance: Balance }) {
  const { currency } = balance
  const suggested = suggestedAmounts(currency)
  const [choice, setChoice] = useState(amount ? OTHER : String(suggested[0]))
  const [text, setText] = useState(amount ? formatAmountForInput(amount, currency) : '')
  const [isSubmitted, setSubmitted] = useState(false)
  const label = useId()
  const read = choice === OTHER ? parseAmount(text, currency) : { minorUnits: Number(choice) }
  const chosen = 'minorUnits' in read ? read.minorUnits : undefined
  const order = useApiMutation(
    (input: { amountMinorUnit: number }, key) =>
      api.post<Out<typeof NewOrderView>>('/billing/wallet/create-order', input, key),
    { onSuccess: (made) => goToCheckout(made, next) },
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (chosen !== undefined) order.mutate({ amountMinorUnit: chosen })
      }}
    >
      <Stack gap="md">
        <div role="radiogroup" aria-labelledby={label}>
          <Input.Label component="div" id={label} mb={6}>
            {t('Amount')}
          </Input.Label>
          <Chip.Group value={choice} onChange={(value) => setChoice(String(value))}>
            <Group gap="xs">
              {suggested.map((minorUnits) => (
                <Chip key={minorUnits} value={String(minorUnits)} variant="outline">
                  {formatMoney(minorUnits, currency)}
                </Chip>
              ))}
              <Chip value={OTHER} variant="outline">
                {t('Other amount')}
              </Chip>
            </Group>
          </Chip.Group>
        </div>
        {choice === OTHER && (
          <TextInput
            label={t('Amount ({currency})', { currency })}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            error={isSubmitted && 'wrong' in read ? read.wrong : undefined}
            maw={240}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('You are redirected to the payment gateway.')}
          {chosen !== undefined &&
            ` ${t('New balance: {amount}.', { amount: formatMoney(balance.balanceMinorUnit + chosen, currency) })}`}
        </Text>
        {order.error ? <ErrorState error={order.error} /> : null}
        <Group>
          <Button type="submit" loading={order.isPending || order.isSuccess}>
            {chosen === undefined ? t('Add funds') : t('Add {amount}', { amount: formatMoney(chosen, currency) })}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
