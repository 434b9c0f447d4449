import { GST_STATES, gstinProblem, stateCodeOf } from '@harkara/server/domain/invoicing/gstin'
import { CURRENCIES } from '@harkara/server/domain/money/currencies'
import type { VendorPatch } from '@harkara/server/vendors/schema'
import { Fieldset, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { api } from '../../api/api.ts'
import { type Vendor, vendorQuery } from '../../api/queries.ts'
import { useApiMutation } from '../../api/use-api-mutation.ts'
import { ErrorState } from '../../components/feedback/error-state.tsx'
import { useSubmit } from '../../components/feedback/use-submit.ts'
import { FormSection } from '../../components/layout/form-section.tsx'
import { SaveBar } from '../../components/layout/save-bar.tsx'
import { language } from '../../format/language.ts'
import { t } from '../../format/translate.ts'

type Address = NonNullable<Vendor['address']>
const NO_ADDRESS = { line1: '', line2: '', city: '', state: '', stateCode: '', postalCode: '', country: '' }

const valuesOf = (vendor: Vendor) => ({
  companyName: vendor.companyName,
  legalName: vendor.legalName ?? '',
  gstin: vendor.gstin ?? '',
  phone: vendor.phone ?? '',
  // Without its first line, the address is only the state of the GSTIN, which is shown beside it.
  address: Object.fromEntries(
    Object.keys(NO_ADDRESS).map((part) => [
      part,
      (vendor.address?.line1 && vendor.address[part as keyof Address]) || '',
    ]),
  ) as typeof NO_ADDRESS,
  country: vendor.country,
  currency: vendor.currency,
  timezone: vendor.timezone,
})
type Values = ReturnType<typeof valuesOf>

export function CompanyForm({ vendor, isReadOnly }: { vendor: Vendor; isReadOnly: boolean }) {
  const form = useForm<Values>({
    initialValues: valuesOf(vendor),
    validate: {
      companyName: (name) => (name.trim() ? null : t('Enter your company name.')),
      gstin: gstinError,
      address: {
        line1: (line, { address }) => (line || isEmpty(address) ? null : t('Enter the first address line.')),
      },
    },
  })
  const save = useApiMutation((values: Values) => api.patch<Vendor>('/vendor/me', patchOf(values, vendor)), {
    invalidates: [vendorQuery.queryKey],
    onSuccess: (saved) => {
      form.setInitialValues(valuesOf(saved))
      form.reset()
      notifications.show({ message: t('Company details saved.') })
    },
  })
  const { submit, isBusy, error } = useSubmit(form, save.mutateAsync, { draft: isReadOnly ? undefined : 'company' })
  const state = GST_STATES[stateCodeOf(form.values.gstin.toUpperCase())]
  return (
    <form onSubmit={submit} noValidate>
      <Fieldset variant="unstyled" disabled={isReadOnly || isBusy}>
        <Stack gap="lg">
          <FormSection title={t('Company')} about={t('The name your customers know, and the one on your invoices.')}>
            <TextInput
              label={t('Company name')}
              description={t('The name your customers know')}
              required
              {...form.getInputProps('companyName')}
            />
            <TextInput
              label={t('Legal name')}
              description={t('The registered name, for invoices')}
              {...form.getInputProps('legalName')}
            />
            <TextInput
              label="GSTIN"
              description={
                state ? t('Registered in {state}', { state }) : t('Leave empty if you are not registered for GST')
              }
              placeholder="27AAPFU0939F1ZV"
              maxLength={15}
              {...form.getInputProps('gstin')}
            />
            <TextInput label={t('Phone')} type="tel" autoComplete="tel" {...form.getInputProps('phone')} />
          </FormSection>
          <FormSection title={t('Billing address')} about={t('Appears on invoices and determines the tax.')} isFieldset>
            <TextInput
              label={t('Address line 1')}
              autoComplete="address-line1"
              {...form.getInputProps('address.line1')}
            />
            <TextInput
              label={t('Address line 2')}
              autoComplete="address-line2"
              {...form.getInputProps('address.line2')}
            />
            <TextInput label={t('City')} autoComplete="address-level2" {...form.getInputProps('address.city')} />
            <TextInput label={t('State')} autoComplete="address-level1" {...form.getInputProps('address.state')} />
            <TextInput
              label={t('Postal code')}
              autoComplete="postal-code"
              {...form.getInputProps('address.postalCode')}
            />
          </FormSection>
          <FormSection title={t('Region')} about={t('How amounts, dates and the days of your reports are shown.')}>
            <Select
              label={t('Country')}
              data={countries()}
              searchable
              allowDeselect={false}
              {...form.getInputProps('country')}
            />
            <Select
              label={t('Currency')}
              description={t('Cannot be changed after your first payment')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={[...CURRENCIES]}
              allowDeselect={false}
              {...form.getInputProps('currency')}
            />
            <Select
              label={t('Time zone')}
              data={timezones(vendor.timezone)}
              searchable
              allowDeselect={false}
              {...form.getInputProps('timezone')}
            />
          </FormSection>
          {error ? <ErrorState error={error} /> : null}
          {!isReadOnly && (
            <SaveBar label={t('Save details')} isDirty={form.isDirty()} isBusy={isBusy} onDiscard={form.reset} />
          )}
        </Stack>
      </Fieldset>
    </form>
  )
}

const GSTIN_ERRORS = {
  shape: t('A GSTIN has 15 characters, such as 27AAPFU0939F1ZV.'),
  state: t('The first two digits are not a state code.'),
  checksum: t('The last character does not match. Check for typing mistakes.'),
}

function gstinError(gstin: string) {
  const problem = gstin.trim() ? gstinProblem(gstin.trim().toUpperCase()) : undefined
  return problem ? GSTIN_ERRORS[problem] : null
}

const isEmpty = (address: typeof NO_ADDRESS) => Object.values(address).every((part) => part === '')
const orNull = (text: string) => text.trim() || null

/** Contains only changed fields; an emptied field becomes null. */
function patchOf(values: Values, vendor: Vendor): Partial<VendorPatch> {
  const before = valuesOf(vendor)
  const address = Object.fromEntries(Object.entries(values.address).map(([part, text]) => [part, orNull(text)]))
  const patch = {
    companyName: values.companyName,
    legalName: orNull(values.legalName),
    gstin: orNull(values.gstin.toUpperCase()),
    phone: orNull(values.phone),
    address: isEmpty(values.address) ? null : address,
    country: values.country,
    currency: values.currency,
    timezone: values.timezone,
  }
  const changed = Object.entries(patch).filter(
    ([name]) => JSON.stringify(values[name as keyof Values]) !== JSON.stringify(before[name as keyof Values]),
  )
  return Object.fromEntries(changed)
}

const A = 65
function countries() {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(A + i))
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((value) => {
      const label = value === 'ZZ' ? undefined : names.of(value)
      return label ? [{ value, label }] : []
    })
    .sort((one, other) => one.label.localeCompare(other.label))
}

const timezones = (own: string) => [...new Set([own, 'Asia/Kolkata', ...Intl.supportedValuesOf('timeZone')])]
