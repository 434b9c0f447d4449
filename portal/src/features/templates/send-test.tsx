import { Alert, Anchor, Button, Grid, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/api.ts'
import { isProblem } from '../../api/problem.ts'
import { priceSheetQuery, vendorQuery } from '../../api/queries.ts'
import { useWrite } from '../../api/use-write.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { componentsOf, PhonePreview } from '../../components/phone-preview.tsx'
import { StatusDot, type Tone } from '../../components/status-dot.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import { formatMoney } from '../../format/money.ts'
import { countryName, sentence } from '../../format/words.ts'
import { variableName } from './names.ts'
import type { Template } from './queries.ts'
import { draftOf, valuesIn } from './template-draft.ts'

interface Sent {
  messageId: string
  costMinorUnit: number
  currency: string
}

/** A form's paths are split at dots, so that the variables are kept by their place. */
interface TestValues extends Record<string, unknown> {
  mobile: string
  values: string[]
}

/** One real message to one number, at its price. */
export function SendTest({ template, onClose }: { template: Template; onClose: () => void }) {
  const { id, variables, components } = template
  const samples = valuesIn(draftOf(template))
  const form = useForm<TestValues>({
    initialValues: { mobile: '', values: variables.map((variable) => samples[variable] ?? '') },
    validate: ({ mobile, values }) => ({
      ...(!mobile.trim() && { mobile: 'Please enter the number, with its country code.' }),
      ...Object.fromEntries(
        values.flatMap((value, index) => (value.trim() ? [] : [[`values.${index}`, 'Please write something here.']])),
      ),
    }),
  })
  const filled = Object.fromEntries(variables.map((variable, index) => [variable, form.values.values[index] ?? '']))
  const test = useWrite(
    ({ mobile }: TestValues, key) => api.post<Sent>(`/templates/${id}/test`, { mobile, variables: filled }, key),
    { changes: [['wallet']] },
  )
  const { submit, isBusy, error } = useSubmit(form, test.mutateAsync)
  return (
    <Modal opened onClose={onClose} title="Send a test" size="xl" centered closeButtonProps={{ 'aria-label': 'Close' }}>
      {test.data ? (
        <Outcome sent={test.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit} noValidate>
          <Grid gap="lg">
            <Grid.Col span={{ base: 12, sm: 7 }}>
              <Stack gap="md">
                <TextInput
                  label="To this number"
                  description="With the country code; your own phone, for instance."
                  placeholder="+91 98765 43210"
                  inputMode="tel"
                  autoComplete="off"
                  data-autofocus
                  {...form.getInputProps('mobile')}
                />
                {variables.map((variable, index) => (
                  <TextInput
                    key={variable}
                    label={sentence(variableName(variable, components))}
                    autoComplete="off"
                    {...form.getInputProps(`values.${index}`)}
                  />
                ))}
                <Price template={template} />
                {error ? <Refusal error={error} /> : null}
                <Group justify="flex-end">
                  <Button variant="default" onClick={onClose}>
                    Go back
                  </Button>
                  <Button type="submit" loading={isBusy}>
                    Send 1 message
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
    </Modal>
  )
}

function Price({ template: { category } }: { template: Template }) {
  const { data: sheet } = useQuery(priceSheetQuery)
  const { data: vendor } = useQuery(vendorQuery)
  const price = sheet?.prices.find((one) => one.category === category && one.countryCode === vendor?.country)
  return (
    <Text size="sm" c="dimmed">
      This is a real message and costs what it costs in a campaign
      {price && sheet && vendor
        ? `: ${formatMoney(price.unitMinorUnit, sheet.currency)} to a number of ${countryName(vendor.country)}.`
        : '.'}
    </Text>
  )
}

const Refusal = ({ error }: { error: unknown }) =>
  isProblem(error, 'INSUFFICIENT_BALANCE') ? (
    <Alert color="yellow" variant="light" role="alert">
      There is not enough money in the wallet for this message.{' '}
      <Anchor component={Link} to="/wallet" size="sm" c="inherit">
        Recharge the wallet
      </Anchor>
    </Alert>
  ) : (
    <ErrorState error={error} />
  )

const STATES: Readonly<Record<string, { name: string; tone: Tone }>> = {
  QUEUED: { name: 'On its way', tone: 'wait' },
  SENDING: { name: 'On its way', tone: 'wait' },
  SENT: { name: 'Sent', tone: 'wait' },
  DELIVERED: { name: 'Delivered', tone: 'good' },
  FAILED: { name: 'Not delivered', tone: 'wrong' },
  UNKNOWN: { name: 'Nobody knows yet', tone: 'wait' },
}
const POLL_MS = 1_500

interface Message {
  status: string
  isWaitingForMoney: boolean
  errorReason: string | null
}

function Outcome({ sent: { messageId, costMinorUnit, currency }, onClose }: { sent: Sent; onClose: () => void }) {
  const { data: message } = useQuery({
    queryKey: ['messages', messageId],
    queryFn: ({ signal }) => api.get<Message>(`/messages/${messageId}`, undefined, signal),
    refetchInterval: ({ state }) => (['DELIVERED', 'FAILED'].includes(state.data?.status ?? '') ? false : POLL_MS),
  })
  const { name, tone } = STATES[message?.status ?? 'QUEUED'] ?? { name: 'On its way', tone: 'wait' as const }
  return (
    <Stack gap="md">
      <div role="status">
        <StatusDot tone={tone}>{name}</StatusDot>
      </div>
      <Text size="sm">
        {message?.isWaitingForMoney
          ? 'It waits until the wallet is recharged.'
          : message?.status === 'FAILED'
            ? `${message.errorReason ?? 'It could not be delivered.'} It costs nothing.`
            : `It costs ${formatMoney(costMinorUnit, currency)} once it is sent.`}
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  )
}
