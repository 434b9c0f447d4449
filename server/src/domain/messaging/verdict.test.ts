import { describe, expect, test } from 'vitest'
import { SEND_TRIES_MAX } from './provider-errors.ts'
import { alarmOf, judge } from './verdict.ts'

const refused = (code: number, waitSeconds?: number) => ({ kind: 'refused', code, waitSeconds }) as const

describe('a message whose call', () => {
  test('was accepted is sent', () =>
    expect(judge({ kind: 'accepted', wamid: 'wamid.A' }, 0, 0)).toEqual({ status: 'SENT', wamid: 'wamid.A' }))

  test('has no answer is unknown, whatever was tried before: it is never sent again', () =>
    expect(judge({ kind: 'unknown' }, 3, 0)).toEqual({ status: 'UNKNOWN' }))

  test('never came about goes out again and has lost no try', () =>
    expect(judge({ kind: 'not-sent' }, 2, 0)).toMatchObject({ status: 'QUEUED', retryCount: 2, waitSeconds: 5 }))

  test('was refused for the account goes out again and has lost no try', () =>
    expect(judge(refused(190), 4, 0)).toMatchObject({ status: 'QUEUED', retryCount: 4, errorCode: '190' }))

  test('was refused for a time is tried so often and no more', () => {
    const ends = Array.from({ length: SEND_TRIES_MAX }, (_, tried) => judge(refused(131000), tried, 0).status)
    expect(ends).toEqual([...Array.from({ length: SEND_TRIES_MAX - 1 }, () => 'QUEUED'), 'FAILED'])
    expect(judge(refused(131000), 1, 0)).toEqual({
      status: 'QUEUED',
      retryCount: 2,
      waitSeconds: 10,
      errorCode: '131000',
    })
  })

  test('was refused with a time to wait waits as long', () =>
    expect(judge(refused(80007, 420), 0, 0)).toMatchObject({ waitSeconds: 420 }))

  test.each([100, 131026, 131050, 132015, 987654])('was refused for good (%i) has failed with that code', (code) =>
    expect(judge(refused(code), 0, 0)).toEqual({ status: 'FAILED', errorCode: String(code) }),
  )
})

describe('the answers of a batch', () => {
  test('that are good or concern single messages disturb nobody else', () =>
    expect(alarmOf([{ kind: 'accepted', wamid: 'a' }, { kind: 'unknown' }, refused(131026), refused(131000)])).toEqual({
      stopCode: undefined,
      slowSeconds: 0,
      isUnreachable: false,
    }))

  test('stop everybody when one speaks of the account', () =>
    expect(alarmOf([{ kind: 'accepted', wamid: 'a' }, refused(131042)])).toMatchObject({ stopCode: 131042 }))

  test('slow everybody down for the longest time that one asks for', () =>
    expect(alarmOf([refused(130429), refused(131057), refused(80007, 60)])).toMatchObject({ slowSeconds: 300 }))

  test('slow everybody down while nobody can be reached', () =>
    expect(alarmOf([{ kind: 'not-sent' }])).toEqual({ stopCode: undefined, slowSeconds: 5, isUnreachable: true }))
})
