import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(entry: object): string {
  const lines: string[] = []
  createLog('debug', { write: (line: string) => void lines.push(line) }).info(entry)
  return lines.join('')
}

describe('the log', () => {
  test.each([
    { email: 'canary@example.com' },
    { user: { email: 'canary@example.com', name: 'canary' } },
    { request: { headers: { authorization: 'Bearer canary', cookie: 'canary' } } },
    { job: { payload: { mobile: 'canary', otp: 'canary' } } },
  ])('never shows personal members: %j', (entry) => {
    expect(logged(entry)).not.toContain('canary')
  })

  test('an error of the database says what and where, not which value', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
      code: '23505',
      detail: 'Key (email)=(canary@example.com) already exists.',
      constraint: 'account_email_unique',
    })
    const line = logged({ err: error })
    expect(line).toContain('23505')
    expect(line).toContain('account_email_unique')
    expect(line).not.toContain('canary')
  })

  test.each(['detail', 'hint'])(
    'the message of an error of the database, recognised by its %s, is left out',
    (member) => {
      const error = Object.assign(new Error('invalid input syntax for type integer: "canary"'), { [member]: undefined })
      expect(logged({ err: error })).not.toContain('canary')
    },
  )

  test('an error of a mail server does not show the address it complains about', () => {
    const error = Object.assign(new Error('550 <canary@example.com> no such user\nsecond line canary'), {
      response: '550',
    })
    expect(logged({ err: error })).not.toContain('canary')
  })

  test('our own errors keep their message and stack', () => {
    expect(logged({ err: new Error('the relay lost its lease') })).toContain('the relay lost its lease')
  })

  test('while the product stops, warnings about errors drop to debug level; errors and other warnings stay', () => {
    const lines: string[] = []
    let isStopping = false
    const log = createLog('info', { write: (line: string) => void lines.push(line) }, () => isStopping)
    const err = new Error('the connection is closed')
    log.warn({ event: 'before', err })
    isStopping = true
    log.warn({ event: 'during', err })
    log.error({ event: 'serious', err })
    log.warn({ event: 'without-error' })
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(['before', 'serious', 'without-error'])
  })
})
