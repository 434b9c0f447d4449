import { describe, expect, test } from 'vitest'
import { SEND_TRIES_MAX } from '../provider-errors.ts'
import { decideSendOutcome, globalEffectsOf } from './send-outcome.ts'

/** Errors of the account or the sending number: the list that callers rely on. */
const ACCOUNT_ERRORS = [0, 3, 10, 33, 190, 200, 250, 299, 368, 131005, 131031, 131042, 131045, 133010]
const CAMPAIGN = { retryCount: 0, isSingle: false }
const tried = (retryCount: number) => ({ ...CAMPAIGN, retryCount })
const refused = (code: number, waitSeconds?: number) => ({ kind: 'refused', code, waitSeconds }) as const

describe('a message whose call', () => {
  test('was accepted is sent', () =>
    expect(decideSendOutcome({ kind: 'accepted', wamid: 'wamid.A' }, CAMPAIGN, 0)).toEqual({
      status: 'SENT',
      wamid: 'wamid.A',
    }))

  test('has no answer is unknown, whatever was tried before: it is never sent again', () =>
    expect(decideSendOutcome({ kind: 'unknown' }, tried(3), 0)).toEqual({ status: 'UNKNOWN' }))

  test('never connected is sent again, and the attempt does not count', () =>
    expect(decideSendOutcome({ kind: 'not-sent' }, tried(2), 0)).toMatchObject({
      status: 'QUEUED',
      retryCount: 2,
      waitSeconds: 5,
    }))

  test.each([...ACCOUNT_ERRORS, 132015, 132001, 131048])(
    'was refused for the account, the number or the template (%i) is sent again, and the attempt does not count',
    (code) =>
      expect(decideSendOutcome(refused(code), tried(4), 0)).toEqual({
        status: 'QUEUED',
        retryCount: 4,
        waitSeconds: 0,
        errorCode: String(code),
      }),
  )

  test('was refused for its template has failed where there is no campaign to pause', () =>
    expect(decideSendOutcome(refused(132015), { retryCount: 0, isSingle: true }, 0)).toEqual({
      status: 'FAILED',
      errorCode: '132015',
    }))

  test('was refused temporarily is tried a limited number of times', () => {
    const ends = Array.from(
      { length: SEND_TRIES_MAX },
      (_, count) => decideSendOutcome(refused(131000), tried(count), 0).status,
    )
    expect(ends).toEqual([...Array.from({ length: SEND_TRIES_MAX - 1 }, () => 'QUEUED'), 'FAILED'])
    expect(decideSendOutcome(refused(131000), tried(1), 0)).toEqual({
      status: 'QUEUED',
      retryCount: 2,
      waitSeconds: 10,
      errorCode: '131000',
    })
  })

  test('was refused with a delay waits that long', () =>
    expect(decideSendOutcome(refused(80007, 420), CAMPAIGN, 0)).toMatchObject({ waitSeconds: 420 }))

  test.each([100, 131026, 131050, 987654])('was refused for good (%i) has failed with that code', (code) =>
    expect(decideSendOutcome(refused(code), CAMPAIGN, 0)).toEqual({ status: 'FAILED', errorCode: String(code) }),
  )
})

describe('the answers of a batch', () => {
  test('that are successes or concern single messages affect no other sending', () =>
    expect(
      globalEffectsOf([{ kind: 'accepted', wamid: 'a' }, { kind: 'unknown' }, refused(131026), refused(131000)]),
    ).toEqual({
      stopCode: undefined,
      slowSeconds: 0,
      isUnreachable: false,
    }))

  test.each(ACCOUNT_ERRORS)('stop all sending when one is about the account or the number (%i)', (code) =>
    expect(globalEffectsOf([{ kind: 'accepted', wamid: 'a' }, refused(code)])).toMatchObject({ stopCode: code }),
  )

  test('slow all sending down for the longest requested time', () =>
    expect(globalEffectsOf([refused(130429), refused(131057), refused(80007, 60)])).toMatchObject({ slowSeconds: 300 }))

  test('about the pace of one recipient or message do not slow other sending down', () =>
    expect(globalEffectsOf([refused(131056), refused(131026, 60)]).slowSeconds).toBe(0))

  test('are those of an unreachable provider when one call never connected', () =>
    expect(globalEffectsOf([{ kind: 'not-sent' }, { kind: 'accepted', wamid: 'a' }]).isUnreachable).toBe(true))

  test('slow all sending down while the provider is unreachable', () =>
    expect(globalEffectsOf([{ kind: 'not-sent' }])).toEqual({
      stopCode: undefined,
      slowSeconds: 5,
      isUnreachable: true,
    }))
})
