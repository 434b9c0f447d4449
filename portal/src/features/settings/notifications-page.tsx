import { Alert, Fieldset, Stack, TextInput } from '@mantine/core'
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
import { FormSection } from '../../components/layout/form-section.tsx'
import { PageHeader } from '../../components/layout/page-header.tsx'
import { SaveBar } from '../../components/layout/save-bar.tsx'
import { formatAmountForInput, formatMoney, parseMoney } from '../../format/money.ts'
import { t } from '../../format/translate.ts'
import { emailError } from '../auth/password-input.tsx'

export function NotificationsPage() {
  const { data: vendor, error, refetch } = useQuery(vendorQuery)
  const isAdmin = useIsAdmin()
  return (
    <>
      <PageHeader
        title={t('Notifications')}
        about={t('All notifications appear under the bell. Those about billing and your plan are also sent by email.')}
      />
      {!isAdmin && (
        <Alert variant="light" mb="lg">
          {t('Only an administrator of your company can change this.')}
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
        parseMoney(text, vendor.currency) === undefined ? t('Enter an amount, such as 500.') : null,
    },
  })
  const save = useApiMutation((values: Values) => api.patch<Vendor>('/vendor/me', patchOf(values, vendor)), {
    invalidates: [vendorQuery.queryKey, ['wallet']],
    onSuccess: (saved) => {
      form.setInitialValues(valuesOf(saved))
      form.reset()
      notifications.show({ message: t('Notification settings saved.') })
    },
  })
  const { submit, isBusy, error } = useSubmit(form, save.mutateAsync, {
    draft: isReadOnly ? undefined : 'notifications',
  })
  return (
    <form onSubmit={submit} noValidate>
      <Fieldset variant="unstyled" disabled={isReadOnly || isBusy}>
        <Stack gap="lg">
          <FormSection title={t('Billing')} about={t('Invoices, payments and the status of your plan.')}>
            <TextInput
              label={t('Billing email')}
              type="email"
              description={t('Receives invoices and notifications. Leave empty to notify all administrators.')}
              {...form.getInputProps('billingEmail')}
            />
          </FormSection>
          <FormSection
            title={t('Low balance')}
            about={t('Tells you in time to add funds before a campaign needs them.')}
          >
            <TextInput
              label={t('Notify when the balance falls below ({currency})', { currency: vendor.currency })}
              description={t('Currently {amount}. Enter 0 to turn the alert off.', {
                amount: formatMoney(vendor.lowBalanceThreshold, vendor.currency),
              })}
              inputMode="decimal"
              {...form.getInputProps('lowBalanceThreshold')}
            />
          </FormSection>
          {error ? <ErrorState error={error} /> : null}
          {!isReadOnly && (
            <SaveBar label={t('Save settings')} isDirty={form.isDirty()} isBusy={isBusy} onDiscard={form.reset} />
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
