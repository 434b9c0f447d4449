/** What a person outside wants to know: can I use it, and will my work be done soon? */
export type ServiceState = 'OPERATIONAL' | 'DELAYED' | 'STOPPED'

export interface ServicePart {
  name: string
  state: ServiceState
}

/** Ages in seconds of the oldest waiting work. */
export interface Ages {
  outbox: number
  gatewayWebhook: number
  providerWebhook: number
  message: number
}

/** What sending is judged by. */
interface SendingLoad {
  isStopped: boolean
  /** Of the running campaigns together. */
  recipients: number
  ratePerSecond: number
}

/** Above this, people notice. */
const DELAYED_SECONDS = 120

/**
 * The messages of a large campaign wait for their turn, so the oldest may wait twice as long as all running campaigns
 * need together.
 */
export function sendingState(
  oldestSeconds: number,
  { isStopped, recipients, ratePerSecond }: SendingLoad,
): ServiceState {
  if (isStopped) return 'STOPPED'
  return oldestSeconds > DELAYED_SECONDS + (2 * recipients) / ratePerSecond ? 'DELAYED' : 'OPERATIONAL'
}

/** Worst first is `state`; the parts are always the same, in the same order. */
export function serviceStatus(ages: Ages, sending: SendingLoad): { state: ServiceState; parts: ServicePart[] } {
  const byAge = (seconds: number): ServiceState => (seconds > DELAYED_SECONDS ? 'DELAYED' : 'OPERATIONAL')
  const parts: ServicePart[] = [
    { name: 'Portal and API', state: 'OPERATIONAL' },
    { name: 'Imports, emails and documents', state: byAge(ages.outbox) },
    { name: 'Sending messages', state: sendingState(ages.message, sending) },
    { name: 'Delivery reports and replies', state: byAge(ages.providerWebhook) },
    { name: 'Payments', state: byAge(ages.gatewayWebhook) },
  ]
  return { state: SEVERITY.find((state) => parts.some((part) => part.state === state)) ?? 'OPERATIONAL', parts }
}

const SEVERITY: readonly ServiceState[] = ['STOPPED', 'DELAYED', 'OPERATIONAL']
