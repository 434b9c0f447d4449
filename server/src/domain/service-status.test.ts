import { describe, expect, test } from 'vitest'
import { sendingState, serviceStatus } from './service-status.ts'

const QUIET = { outbox: 0, gatewayWebhook: 0, providerWebhook: 0, message: 0 }
const NO_CAMPAIGN = { isStopped: false, recipients: 0, ratePerSecond: 50 }

describe('the status of the service', () => {
  test('is operational while nothing waits for more than two minutes', () => {
    const { state, parts } = serviceStatus(
      { outbox: 120, gatewayWebhook: 120, providerWebhook: 120, message: 120 },
      NO_CAMPAIGN,
    )
    expect(state).toBe('OPERATIONAL')
    expect(parts.map((part) => part.state)).toEqual(parts.map(() => 'OPERATIONAL'))
  })

  test.each([
    [{ outbox: 121 }, 'Imports, emails and documents'],
    [{ providerWebhook: 121 }, 'Delivery reports and replies'],
    [{ gatewayWebhook: 121 }, 'Payments'],
    [{ message: 121 }, 'Sending messages'],
  ])('%o delays one part', (ages, name) => {
    const { state, parts } = serviceStatus({ ...QUIET, ...ages }, NO_CAMPAIGN)
    expect(state).toBe('DELAYED')
    expect(parts.filter((part) => part.state !== 'OPERATIONAL')).toEqual([{ name, state: 'DELAYED' }])
  })

  test('is not delayed by a large campaign, unless its messages wait twice as long as sending all of them takes', () => {
    const large = { ...NO_CAMPAIGN, recipients: 90_000 } // half an hour
    expect(sendingState(120 + 3_600, large)).toBe('OPERATIONAL')
    expect(sendingState(121 + 3_600, large)).toBe('DELAYED')
  })

  test('is stopped when sending is, whatever else is delayed', () => {
    const { state, parts } = serviceStatus({ ...QUIET, outbox: 999, message: 999 }, { ...NO_CAMPAIGN, isStopped: true })
    expect(state).toBe('STOPPED')
    expect(parts).toContainEqual({ name: 'Sending messages', state: 'STOPPED' })
  })
})
