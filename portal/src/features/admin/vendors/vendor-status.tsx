import { StatusDot, type Tone } from '../../../components/values/status-dot.tsx'
import { t } from '../../../format/translate.ts'

export const VENDOR_STATES: Readonly<Record<string, readonly [Tone, string]>> = {
  ACTIVE: ['success', t('Active')],
  SUSPENDED: ['error', t('Suspended')],
  CLOSING: ['pending', t('Closing')],
  CLOSED: ['neutral', t('Closed')],
}

export function VendorStatus({ status }: { status: string }) {
  const [tone, name] = VENDOR_STATES[status] ?? ['neutral', status]
  return <StatusDot tone={tone}>{name}</StatusDot>
}
