import { Button, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/page-settings.ts'
import type { Subscription } from '../../../api/queries.ts'
import { useApiMutation } from '../../../api/use-api-mutation.ts'
import { ErrorState } from '../../../components/feedback/error-state.tsx'
import { useFormat } from '../../../components/values/locale-context.tsx'
import { formatMoney, parseMoney } from '../../../format/money.ts'
import { CYCLE_NAMES, PLAN_NAMES } from '../../billing/display-names.ts'
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
export const PlanDialog = ({ what, onClose, ...props }: PlanDialogProps) => (
  <Modal
    opened
    onClose={onClose}
    centered
    title={`${what === 'CUSTOM' ? 'Custom plan' : 'Trial'} for ${props.vendor.companyName}`}
  >
    {what === 'CUSTOM' ? <Custom onClose={onClose} {...props} /> : <Trial onClose={onClose} {...props} />}
  </Modal>
)

const useSetTerms = (vendor: VendorDetail, onClose: () => void) =>
  useApiMutation(
    (terms: Record<string, string | number>) =>
      api.put<Subscription>(`/admin/vendors/${vendor.id}/subscription`, terms),
    {
      invalidates: [ADMIN],
      onSuccess: ({ plan }) => {
        notifications.show({ message: `${vendor.companyName} is now on the ${PLAN_NAMES[plan]} plan.` })
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
          label="Price per month, excluding GST (INR)"
          inputMode="decimal"
          autoComplete="off"
          value={price}
          onChange={(event) => setPrice(event.currentTarget.value)}
          error={isSubmitted && !monthlyAmountPaise ? 'Enter an amount, such as 25,000.' : undefined}
        />
        <TextInput
          label="Conversations per month"
          inputMode="numeric"
          autoComplete="off"
          value={cap}
          onChange={(event) => setCap(event.currentTarget.value)}
          error={isSubmitted && !conversationCap ? 'Enter a number, such as 500,000.' : undefined}
        />
        <NativeSelect
          label="Billing cycle"
          data={CYCLES}
          value={cycle}
          onChange={(event) => setCycle(event.currentTarget.value)}
        />
        <Text size="sm">
          {hasPaidPlan
            ? 'The current billing cycle does not change. The new price applies from the next one.'
            : 'The plan is active immediately. You are responsible for collecting the first payment.'}
        </Text>
        <Footer
          error={save.error}
          isBusy={save.isPending}
          onClose={onClose}
          confirm={monthlyAmountPaise ? `Set ${formatMoney(monthlyAmountPaise, 'INR')} per month` : 'Set plan'}
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
          label="Plan"
          data={TRIAL_PLANS}
          value={plan}
          onChange={(event) => setPlan(event.currentTarget.value)}
        />
        <TextInput
          label="Days"
          inputMode="numeric"
          autoComplete="off"
          value={days}
          onChange={(event) => setDays(event.currentTarget.value)}
          error={until ? undefined : 'Enter 1 to 366 days.'}
        />
        <Text size="sm">The plan is free until the trial ends. Messages are paid from the wallet.</Text>
        <Footer
          error={save.error}
          isBusy={save.isPending}
          onClose={onClose}
          confirm={until ? `Start trial until ${format.day(until)}` : 'Start trial'}
        />
      </Stack>
    </form>
  )
}

interface FooterProps {
  error: unknown
  isBusy: boolean
  onClose: () => void
  confirm: string
}

const Footer = ({ error, isBusy, onClose, confirm }: FooterProps) => (
  <>
    {error ? <ErrorState error={error} /> : null}
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" loading={isBusy}>
        {confirm}
      </Button>
    </Group>
  </>
)

/** Parses a positive whole number such as `500,000`; undefined if the text is not one. */
const wholeNumber = (text: string) => {
  const digits = text.replace(/[, ]/g, '')
  return /^[1-9]\d{0,9}$/.test(digits) ? Number(digits) : undefined
}
