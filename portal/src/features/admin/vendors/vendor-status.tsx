import { StatusDot, type Tone } from '../../../components/values/status-dot.tsx'
import { humanize } from '../../../format/text.ts'

const TONES: Record<string, Tone> = { ACTIVE: 'success', SUSPENDED: 'error', CLOSING: 'pending', CLOSED: 'neutral' }

export const VendorStatus = ({ status }: { status: string }) => (
  <StatusDot tone={TONES[status] ?? 'neutral'}>{humanize(status)}</StatusDot>
)
