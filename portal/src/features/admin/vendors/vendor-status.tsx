import { StatusDot, type Tone } from '../../../components/status-dot.tsx'
import { words } from '../../../format/text.ts'

const TONES: Record<string, Tone> = { ACTIVE: 'good', SUSPENDED: 'wrong', CLOSED: 'calm' }

export const VendorState = ({ status }: { status: string }) => (
  <StatusDot tone={TONES[status] ?? 'calm'}>{words(status)}</StatusDot>
)
