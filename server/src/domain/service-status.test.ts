import { describe, expect, test } from 'vitest'
import { serviceStatus } from './service-status.ts'

const QUIET = { outbox: 0, gatewayWebhook: 0, providerWebhook: 0 }

describe('the status of the service', () => {
  test('is operational while nothing waits for more than two minutes', () => {
    const { state, parts } = serviceStatus({ outbox: 120, gatewayWebhook: 120, providerWebhook: 120 }, false)
    expect(state).toBe('OPERATIONAL')
    expect(parts.map((part) => part.state)).toEqual(parts.map(() => 'OPERATIONAL'))
  })

  test.each([
    [{ outbox: 121 }, 'Imports, emails and documents'],
    [{ providerWebhook: 121 }, 'Delivery reports and replies'],
    [{ gatewayWebhook: 121 }, 'Payments'],
  ])('%o delays one part', (ages, name) => {
    const { state, parts } = serviceStatus({ ...QUIET, ...ages }, false)
    expect(state).toBe('DELAYED')
    expect(parts.filter((part) => part.state !== 'OPERATIONAL')).toEqual([{ name, state: 'DELAYED' }])
  })

  test('is stopped when sending is, whatever else is delayed', () => {
    const { state, parts } = serviceStatus({ ...QUIET, outbox: 999 }, true)
    expect(state).toBe('STOPPED')
    expect(parts).toContainEqual({ name: 'Sending messages', state: 'STOPPED' })
  })
})
