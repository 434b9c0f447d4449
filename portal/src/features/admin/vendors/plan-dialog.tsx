import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/page-settings.ts'
import type { Subscription } from '../../../api/queries.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { FormModal } from '../../../components/feedback/form-modal.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { formatMoney, parseMoney } from '../../../format/money.ts'
import { t } from '../../../format/translate.ts'
import { CYCLE_NAMES, PLAN_NAMES } from '../../billing/display-names.ts'
import { FormFooter } from '../form-dialog.tsx'
import { ADMIN, type VendorDetail } from '../queries.ts'

interface PlanDialogProps {
  vendor: VendorDetail
  what: 'CUSTOM' | 'TRIAL'
  hasPaidPlan: boolean
  onClose: () => void
}
const CYCLES = Object.entries(CYCLE_NAMES).map(([value, label]) => ({ value, label }))
const TRIAL_PLANS = (['SMB', 'ENTERPRISE'] as const).map((value) => ({ value, label: PLAN_NAMES[value] }))
const TRIAL_DAYS = '14'
const DAY_MS = 86_400_000

/** Sets terms that were agreed with the vendor outside the portal. */
export function PlanDialog({ what, onClose, ...props }: PlanDialogProps) {
  const [isTouched, setTouched] = useState(false)
  return (
    <FormModal
      onClose={onClose}
      isUnsaved={isTouched}
      title={t('{detail} for {companyName}', {
        detail: what === 'CUSTOM' ? t('Custom plan') : t('Trial'),
        companyName: props.vendor.companyName,
      })}
    >
      <div onInput={() => setTouched(true)}>
        {what === 'CUSTOM' ? <Custom onClose={onClose} {...props} /> : <Trial onClose={onClose} {...props} />}
      </div>
    </FormModal>
  )
}

const useSetTerms = (vendor: VendorDetail, onClose: () => void) =>
  useApiMutation(
    (terms: Record<string, string | number>) =>
      api.put<Subscription>(`/admin/vendors/${vendor.id}/subscription`, terms),
    {
      invalidates: [ADMIN],
      onSuccess: ({ plan }) => {
        notifications.show({
          message: t('{companyName} is now on the {plan} plan.', {
            companyName: vendor.companyName,
            plan: PLAN_NAMES[plan],
          }),
        })
        onClose()
      },
    },
  )

type FormProps = Omit<PlanDialogProps, 'what'>

function Custom({ vendor, hasPaidPlan, onClose }: FormProps) {
  const [cycle, setCycle] = useState('MONTHLY')
  const [price, setPrice] = useState('')
  const [cap, setCap] = useState('')
  const [isSubmitted, setSubmitted] = useState(false)
  const monthlyAmountPaise = parseMoney(price, 'INR')
  const conversationCap = wholeNumber(cap)
  const save = useSetTerms(vendor, onClose)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setSubmitted(true)
        if (monthlyAmountPaise && conversationCap)
          save.mutate({ plan: 'CUSTOM', cycle, monthlyAmountPaise, conversationCap })
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('Price per month, excluding GST (INR)')}
          inputMode="decimal"
          autoComplete="off"
          value={price}
          onChange={(event) => setPrice(event.currentTarget.value)}
          error={isSubmitted && !monthlyAmountPaise ? t('Enter an amount, such as 25,000.') : undefined}
        />
        <TextInput
          label={t('Conversations per month')}
          inputMode="numeric"
          autoComplete="off"
          value={cap}
          onChange={(event) => setCap(event.currentTarget.value)}
          error={isSubmitted && !conversationCap ? t('Enter a number, such as 500,000.') : undefined}
        />
        <NativeSelect
          label={t('Billing cycle')}
          data={CYCLES}
          value={cycle}
          onChange={(event) => setCycle(event.currentTarget.value)}
        />
        <Text size="sm">
          {hasPaidPlan
            ? t('The current billing cycle does not change. The new price applies from the next one.')
            : t('The plan is active immediately. You are responsible for collecting the first payment.')}
        </Text>
        <FormFooter
          error={save.error}
          isBusy={save.isPending}
          onClose={onClose}
          confirm={
            monthlyAmountPaise
              ? t('Set {amount} per month', { amount: formatMoney(monthlyAmountPaise, 'INR') })
              : t('Set plan')
          }
        />
      </Stack>
    </form>
  )
}

function Trial({ vendor, onClose }: FormProps) {
  const format = useFormat()
  const [plan, setPlan] = useState('SMB')
  const [days, setDays] = useState(TRIAL_DAYS)
  const count = wholeNumber(days)
  const until = count && count <= 366 ? new Date(serverNow().getTime() + count * DAY_MS).toISOString() : undefined
  const save = useSetTerms(vendor, onClose)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (until) save.mutate({ plan, trialUntil: until })
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label={t('Plan')}
          data={TRIAL_PLANS}
          value={plan}
          onChange={(event) => setPlan(event.currentTarget.value)}
        />
        <TextInput
          label={t('Days')}
          inputMode="numeric"
          autoComplete="off"
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
          error={until ? undefined : t('Enter 1 to 366 days.')}
        />
        <Text size="sm">{t('The plan is free until the trial ends. Messages are paid from the wallet.')}</Text>
        <FormFooter
          error={save.error}
          isBusy={save.isPending}
          onClose={onClose}
          confirm={until ? t('Start trial until {until}', { until: format.day(until) }) : t('Start trial')}
        />
      </Stack>
    </form>
  )
}

/** Parses a positive whole number such as `500,000`; undefined if the text is not one. */
const wholeNumber = (text: string) => {
  const digits = text.replace(/[, ]/g, '')
  return /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : undefined
}
