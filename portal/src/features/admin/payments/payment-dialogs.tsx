import type { VendorRow } from '@harkara/server/admin/schema'
import { Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import type { Out, Page } from '../../../api/types.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { t } from '../../../format/translate.ts'
import { oneLine } from '../../billing/refunds/reason-input.tsx'
import { isPendingApproval, notifyPendingApproval, type Pending } from '../approvals/approvals.ts'
import { ADMIN } from '../queries.ts'
import { type Payment, paymentAmount, remainingAmount } from './payments.ts'

interface DialogProps {
  payment: Payment
  onClose: () => void
}

export function RefundPayment({ payment, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const { gatewayPaymentId, companyName } = payment
  const sum = paymentAmount(remainingAmount(payment), payment.currency)
  const refund = useApiMutation(
    (body: { reason: string }, key) =>
      api.post<Payment | Pending>(`/admin/payments/${gatewayPaymentId}/refund`, body, key),
    {
      invalidates: [ADMIN],
      onSuccess: (answer) => {
        if (isPendingApproval(answer)) notifyPendingApproval()
        else notifications.show({ message: t('Refund of {sum} requested from the payment gateway.', { sum }) })
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Refund {sum} to {companyName}?', { sum, companyName: companyName ?? t('the payer') })}
      confirm={t('Refund {sum}', { sum })}
      confirmationText="REFUND"
      isDangerous
      isBusy={refund.isPending}
      isDisabled={!oneLine(reason)}
      error={refund.error}
      onConfirm={() => refund.mutate({ reason: oneLine(reason) })}
    >
      <Stack gap="md">
        <div>
          {t('Payment {gatewayPaymentId} is refunded to its original payment method. A refund cannot be reversed.', {
            gatewayPaymentId,
          })}
          {companyName && ` ${t('{companyName} is notified.', { companyName })}`}
        </div>
        <Reason value={reason} onChange={setReason} />
      </Stack>
    </ConfirmDialog>
  )
}

export function CreditPayment({ payment, onClose }: DialogProps) {
  const [reason, setReason] = useState('')
  const known = payment.vendorId ? { id: payment.vendorId, companyName: payment.companyName ?? payment.vendorId } : null
  const [vendor, setVendor] = useState(known)
  const sum = paymentAmount(remainingAmount(payment), payment.currency)
  const credit = useApiMutation(
    (body: { vendorId: string; reason: string }, key) =>
      api.post<Payment | Pending>(`/admin/payments/${payment.gatewayPaymentId}/credit`, body, key),
    {
      invalidates: [ADMIN],
      onSuccess: (answer) => {
        if (isPendingApproval(answer)) notifyPendingApproval()
        else
          notifications.show({
            message: t('{sum} credited to {companyName}.', { sum, companyName: vendor?.companyName }),
          })
        onClose()
      },
    },
  )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('Credit {sum} to a wallet', { sum })}
      confirm={
        vendor
          ? t('Credit {sum} to {companyName}', { sum, companyName: vendor.companyName })
          : t('Credit {sum}', { sum })
      }
      isBusy={credit.isPending}
      isDisabled={!vendor || !oneLine(reason)}
      error={credit.error}
      onConfirm={() => vendor && credit.mutate({ vendorId: vendor.id, reason: oneLine(reason) })}
    >
      <Stack gap="md">
        <div>
          {t('Payment {gatewayPaymentId} is added to the wallet with an invoice. The vendor is notified.', {
            gatewayPaymentId: payment.gatewayPaymentId,
          })}
          {vendor &&
            known &&
            vendor.id !== known.id &&
            ` ${t('The order was placed by {companyName}.', { companyName: known.companyName })}`}
        </div>
        <VendorSelect value={vendor} onChange={setVendor} />
        <Reason value={reason} onChange={setReason} />
      </Stack>
    </ConfirmDialog>
  )
}

const Reason = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <TextInput
    label={t('Reason')}
    description={t('Recorded in the audit log.')}
    autoComplete="off"
    maxLength={200}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

interface Chosen {
  id: string
  companyName: string
}

/** Shows part of the id, because companies can share a name. */
function VendorSelect({ value, onChange }: { value: Chosen | null; onChange: (vendor: Chosen | null) => void }) {
  const [text, setText] = useState(value?.companyName ?? '')
  const [search] = useDebouncedValue(text.replace(/ · \w{8}$/, '').trim(), 250)
  const { data } = useQuery({
    queryKey: [...ADMIN, 'vendors', 'choose', search],
    queryFn: ({ signal }) =>
      api.get<Page<Out<typeof VendorRow>>>('/admin/vendors', { search: search || undefined, pageSize: 20 }, signal),
    placeholderData: keepPreviousData,
  })
  const found: Chosen[] = data?.data ?? []
  const all = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found
  return (
    <Select
      label={t('Vendor')}
      placeholder={t('Company name')}
      searchable
      nothingFoundMessage={t('No company with this name')}
      data={all.map(({ id, companyName }) => ({ value: id, label: `${companyName} · ${id.slice(-8)}` }))}
      filter={({ options }) => options}
      value={value?.id ?? null}
      searchValue={text}
      onSearchChange={setText}
      onChange={(id) => onChange(all.find((one) => one.id === id) ?? null)}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
