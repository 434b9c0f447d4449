import { Alert, Anchor, Button, Grid, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { isProblem } from '../../api/problem.ts'
import { priceSheetQuery, vendorQuery } from '../../api/queries.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { FormModal } from '../../components/feedback/form-modal.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { componentsOf, PhonePreview } from '../../components/message/phone-preview.tsx'
import { rich } from '../../components/values/rich.ts'
import { StatusDot, type Tone } from '../../components/values/status-dot.tsx'
import { formatMoney } from '../../format/money.ts'
import { capitalize, countryName, withFullStop } from '../../format/text.ts'
import { t, translateServerText } from '../../format/translate.ts'
import { variableName } from './display-names.ts'
import type { Template } from './queries.ts'
import { sampleValues, toDraft } from './template-draft.ts'

interface Sent {
  messageId: string
  costMinorUnit: number
  currency: string
}

/** Form paths are split at dots, so values are stored by index instead of by variable name. */
interface TestValues extends Record<string, unknown> {
  mobile: string
  values: string[]
}

/** Sends one real, charged message. */
export function SendTest({ template, onClose }: { template: Template; onClose: () => void }) {
  const { id, variables, components } = template
  const samples = sampleValues(toDraft(template))
  const form = useForm<TestValues>({
    initialValues: { mobile: '', values: variables.map((variable) => samples[variable] ?? '') },
    validate: ({ mobile, values }) => ({
      ...(!mobile.trim() && { mobile: t('Enter a phone number with its country code.') }),
      ...Object.fromEntries(
        values.flatMap((value, index) => (value.trim() ? [] : [[`values.${index}`, t('Enter a value.')]])),
      ),
    }),
  })
  const filled = Object.fromEntries(variables.map((variable, index) => [variable, form.values.values[index] ?? '']))
  const test = useApiMutation(
    ({ mobile }: TestValues, key) => api.post<Sent>(`/templates/${id}/test`, { mobile, variables: filled }, key),
    { invalidates: [['wallet']] },
  )
  const { submit, isBusy, error } = useSubmit(form, test.mutateAsync)
  return (
    <FormModal title={t('Send test message')} size="xl" onClose={onClose} isUnsaved={form.isDirty() && !test.data}>
      {test.data ? (
        <TestResult sent={test.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, sm: 7 }}>
              <Stack gap="md">
                <TextInput
                  label={t('Phone number')}
                  description={t('Include the country code.')}
                  placeholder="+91 98765 43210"
                  inputMode="tel"
                  autoComplete="off"
                  data-autofocus
                  {...form.getInputProps('mobile')}
                />
                {variables.map((variable, index) => (
                  <TextInput
                    key={variable}
                    label={capitalize(variableName(variable, components))}
                    autoComplete="off"
                    {...form.getInputProps(`values.${index}`)}
                  />
                ))}
                <Price template={template} />
                {error ? <SendError error={error} /> : null}
                <Group justify="flex-end">
                  <Button variant="default" onClick={onClose}>
                    {t('Cancel')}
                  </Button>
                  <Button type="submit" loading={isBusy}>
                    {t('Send test message')}
                  </Button>
                </Group>
              </Stack>
            </Grid.Col>
            <Grid.Col span={{ base: 12, sm: 5 }}>
              <PhonePreview components={componentsOf(template)} values={filled} />
            </Grid.Col>
          </Grid>
        </form>
      )}
    </FormModal>
  )
}

function Price({ template: { category } }: { template: Template }) {
  const { data: sheet } = useQuery(priceSheetQuery)
  const { data: vendor } = useQuery(vendorQuery)
  const price = sheet?.prices.find((one) => one.category === category && one.countryCode === vendor?.country)
  return (
    <Text size="sm" c="dimmed">
      {t('This is a real message and is charged like a campaign message')}
      {price && sheet && vendor
        ? t(': {amount} to {country}.', {
            amount: formatMoney(price.unitMinorUnit, sheet.currency),
            country: countryName(vendor.country),
          })
        : '.'}
    </Text>
  )
}

const SendError = ({ error }: { error: unknown }) =>
  isProblem(error, 'INSUFFICIENT_BALANCE') ? (
    <Alert color="yellow" variant="light" role="alert">
      {rich('Your balance is too low for this message. <link>Add funds</link>', {
        link: (text) => (
          <Anchor component={Link} to="/wallet" size="sm" c="inherit">
            {text}
          </Anchor>
        ),
      })}
    </Alert>
  ) : (
    <ErrorState error={error} />
  )

const STATES: Readonly<Record<string, { name: string; tone: Tone }>> = {
  QUEUED: { name: t('Queued'), tone: 'pending' },
  SENDING: { name: t('Sending'), tone: 'pending' },
  SENT: { name: t('Sent'), tone: 'pending' },
  DELIVERED: { name: t('Delivered'), tone: 'success' },
  FAILED: { name: t('Failed'), tone: 'error' },
  UNKNOWN: { name: t('Unconfirmed'), tone: 'pending' },
}
const POLL_MS = 1_500

interface Message {
  status: string
  isWaitingForMoney: boolean
  errorReason: string | null
}

function TestResult({ sent: { messageId, costMinorUnit, currency }, onClose }: { sent: Sent; onClose: () => void }) {
  const { data: message } = useQuery({
    queryKey: ['messages', messageId],
    queryFn: ({ signal }) => api.get<Message>(`/messages/${messageId}`, undefined, signal),
    refetchInterval: ({ state }) => (['DELIVERED', 'FAILED'].includes(state.data?.status ?? '') ? false : POLL_MS),
  })
  const { name, tone } = STATES[message?.status ?? 'QUEUED'] ?? { name: t('Queued'), tone: 'pending' as const }
  return (
    <Stack gap="md">
      <div role="status">
        <StatusDot tone={tone}>{name}</StatusDot>
      </div>
      <Text size="sm">
        {message?.isWaitingForMoney
          ? t('Awaiting funds. Add funds to your wallet to send the message.')
          : message?.status === 'FAILED'
            ? t('{errorReason} You are not charged.', {
                errorReason: message.errorReason
                  ? withFullStop(translateServerText(message.errorReason))
                  : t('The message could not be delivered.'),
              })
            : t('You are charged {amount} when the message is sent.', { amount: formatMoney(costMinorUnit, currency) })}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}
