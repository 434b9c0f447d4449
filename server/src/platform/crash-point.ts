/**
 * Points where tests end the process like kill -9, to show that nothing is lost there. CRASH_AT names the point.
 * Without it, and always in production, they do nothing.
 */
export const CRASH_POINTS = [
  'webhook.stored',
  'payment.locked',
  'payment.before-commit',
  'payment.after-commit',
  'webhook.before-done',
  'payment.refund-planned',
  'payment.refund-answered',
  'refund.approved',
  'refund.processing',
  'refund.answered',
  'template.intended',
  'template.answered',
  'messages.parked',
  'messages.settling',
  'messages.settled',
  'dispatch.leased',
  'dispatch.published',
  'dispatch.claimed',
  'dispatch.answered',
  'dispatch.recorded',
  'campaign.launched',
  'campaign.chunk-written',
  'campaign.chunk-committed',
  'campaign.all-written',
  'campaign.closing',
  'export.writing',
  'export.written',
  'vendor.data-destroyed',
  'vendor.data-erasing',
  'sandbox.month-written',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

let armed: CrashPoint | undefined

export function armCrashPoint(point: CrashPoint | undefined) {
  armed = point
}

export function crashPoint(point: CrashPoint) {
  if (armed === point) process.kill(process.pid, 'SIGKILL')
}
