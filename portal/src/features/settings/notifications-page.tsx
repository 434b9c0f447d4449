import { Alert, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { type Vendor, vendorQuery } from '../../api/queries.ts'
import { useIsAdmin } from '../../api/session.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { LoadingLines } from '../../components/feedback/loading.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { formatAmountForInput, formatMoney, parseMoney } from '../../format/money.ts'
import { emailError } from '../auth/password-input.tsx'

export function NotificationsPage() {
  const { data: vendor, error, refetch } = useQuery(vendorQuery)
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader
        title="Notifications"
        about="All notifications appear under the bell. Those about billing and your plan are also sent by email."
      />
      {!isAdmin && (
        <Alert variant="light" mb="lg">
          Only an administrator of your company can change this.
        </Alert>
      )}
      {vendor && <Form vendor={vendor} isReadOnly={!isAdmin} />}
      {!vendor && (error ? <ErrorState error={error} retry={() => void refetch()} /> : <LoadingLines height={36} />)}
    </>
  )
}

const valuesOf = (vendor: Vendor) => ({
  billingEmail: vendor.billingEmail ?? '',
  lowBalanceThreshold: formatAmountForInput(vendor.lowBalanceThreshold, vendor.currency),
})
type Values = ReturnType<typeof valuesOf>

function Form({ vendor, isReadOnly }: { vendor: Vendor; isReadOnly: boolean }) {
  const form = useForm({
    initialValues: valuesOf(vendor),
    validate: {
      billingEmail: (email) => (email.trim() ? emailError(email) : null),
      lowBalanceThreshold: (text) =>
        parseMoney(text, vendor.currency) === undefined ? 'Enter an amount, such as 500.' : null,
    },
  })
  const save = useApiMutation((values: Values) => api.patch<Vendor>('/vendor/me', patchOf(values, vendor)), {
    invalidates: [vendorQuery.queryKey, ['wallet']],
    onSuccess: (saved) => {
      form.setInitialValues(valuesOf(saved))
      form.reset()
      notifications.show({ message: 'Notification settings saved.' })
    },
  })
  const { submit, isBusy, error } = useSubmit(form, save.mutateAsync)
  return (
    <form onSubmit={submit} noValidate>
      <Fieldset variant="unstyled" disabled={isReadOnly || isBusy}>
        <Stack gap="lg" maw={560}>
          <TextInput
            label="Billing email"
            type="email"
            description="Receives invoices and notifications. Leave empty to notify all administrators."
            {...form.getInputProps('billingEmail')}
          />
          <TextInput
            label={`Notify when the balance falls below (${vendor.currency})`}
            description={`Currently ${formatMoney(vendor.lowBalanceThreshold, vendor.currency)}. Enter 0 to turn the alert off.`}
            inputMode="decimal"
            {...form.getInputProps('lowBalanceThreshold')}
          />
          {error ? <ErrorState error={error} /> : null}
          {!isReadOnly && (
            <Group>
              <Button type="submit" loading={isBusy} disabled={!form.isDirty()}>
                Save settings
              </Button>
            </Group>
          )}
        </Stack>
      </Fieldset>
    </form>
  )
}

const patchOf = (values: Values, vendor: Vendor) => ({
  billingEmail: values.billingEmail.trim() || null,
  lowBalanceThreshold: parseMoney(values.lowBalanceThreshold, vendor.currency) ?? vendor.lowBalanceThreshold,
})
