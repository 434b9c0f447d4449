import { MESSAGE_TEXT_CHARS_MAX, SERVICE_FREE_PER_MONTH } from '@harkara/server/domain/limits'
import { Alert, Anchor, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { isProblem } from '../../api/problem.ts'
import { priceSheetQuery } from '../../api/queries.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useLeaveGuard } from '../../components/feedback/use-leave-guard.ts'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { useFormat } from '../../components/values/locale-context.tsx'
import { rich } from '../../components/values/rich.ts'
import { formatMoney } from '../../format/money.ts'
import { t } from '../../format/translate.ts'
import { type Contact, nameOf } from '../contacts/queries.ts'
import type { Message } from './queries.ts'

export function ReplyForm({ contact }: { contact: Contact }) {
  const form = useForm({
    initialValues: { text: '' },
    validate: {
      text: (text) =>
        !text.trim()
          ? t('Enter a message.')
          : text.trim().length > MESSAGE_TEXT_CHARS_MAX
            ? t('Use at most {messageTextCharsMax} characters.', { messageTextCharsMax: MESSAGE_TEXT_CHARS_MAX })
            : null,
    },
  })
  const send = useApiMutation(
    (values: { text: string }, key) => api.post<Message>(`/conversations/${contact.id}/messages`, values, key),
    { invalidates: [['conversations'], ['wallet']], onSuccess: () => form.reset() },
  )
  const { submit, isBusy, error } = useSubmit(form, send.mutateAsync)
  useLeaveGuard(form.isDirty())
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label={t('Reply to {name}', { name: nameOf(contact) })}
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('text')}
        />
        {error ? <SendError error={error} /> : null}
        <Group justify="space-between" gap="xs">
          <Price country={contact.countryCode} />
          <Button type="submit" loading={isBusy}>
            {t('Send reply')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Price({ country }: { country: string }) {
  const format = useFormat()
  const { data: sheet } = useQuery(priceSheetQuery)
  const price = sheet?.prices.find(({ category, countryCode }) => category === 'SERVICE' && countryCode === country)
  return (
    <Text size="sm" c="dimmed" flex="1 1 14rem">
      {t('{serviceFreePerMonth} free replies per month', {
        serviceFreePerMonth: format.number(SERVICE_FREE_PER_MONTH),
      })}
      {sheet && price
        ? t(', then {amount} per reply', { amount: formatMoney(price.unitMinorUnit, sheet.currency) })
        : ''}
    </Text>
  )
}

const SendError = ({ error }: { error: unknown }) =>
  isProblem(error, 'INSUFFICIENT_BALANCE') ? (
    <Alert color="yellow" variant="light" role="alert">
      {rich(
        'Your wallet is empty. Add funds to send replies, including free ones. Your text is kept. <link>Add funds</link>',
        {
          link: (text) => (
            <Anchor component={Link} to="/wallet" size="sm" c="inherit">
              {text}
            </Anchor>
          ),
        },
      )}
    </Alert>
  ) : (
    <ErrorState error={error} />
  )
