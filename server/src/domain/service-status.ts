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
}

/** Above this, people notice. */
const DELAYED_SECONDS = 120

/** Worst first is `state`; the parts are always the same, in the same order. */
export function serviceStatus(ages: Ages, isSendingStopped: boolean): { state: ServiceState; parts: ServicePart[] } {
  const byAge = (seconds: number): ServiceState => (seconds > DELAYED_SECONDS ? 'DELAYED' : 'OPERATIONAL')
  const parts: ServicePart[] = [
    { name: 'Portal and API', state: 'OPERATIONAL' },
    { name: 'Imports, emails and documents', state: byAge(ages.outbox) },
    { name: 'Sending messages', state: isSendingStopped ? 'STOPPED' : 'OPERATIONAL' },
    { name: 'Delivery reports and replies', state: byAge(ages.providerWebhook) },
    { name: 'Payments', state: byAge(ages.gatewayWebhook) },
  ]
  return { state: SEVERITY.find((state) => parts.some((part) => part.state === state)) ?? 'OPERATIONAL', parts }
}

const SEVERITY: readonly ServiceState[] = ['STOPPED', 'DELAYED', 'OPERATIONAL']
