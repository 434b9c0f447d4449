import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { startSmtp, type TestSmtp } from '../../../tests/support/services/smtp.ts'
import type { Mail, Mailer } from '../../ports/mailer.ts'
import { MailRejected } from '../../ports/mailer.ts'
import { smtpMailer } from './smtp.ts'

const FROM = 'Harkara <no-reply@harkara.example>'
const MAIL: Mail = {
  messageId: '<otp-1@harkara.example>',
  to: 'asha@vendor.example',
  subject: 'आपका कोड ₹ 42',
  text: 'Your code is 123456.\n.\nA line of one dot must survive. ₹',
  html: '<p>Your code is <b>123456</b>. ₹</p>',
}

describe('mailer over SMTP', () => {
  const open: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of open.splice(0).reverse()) await close()
  })
  async function start(behaviour?: Parameters<typeof startSmtp>[0]): Promise<{ smtp: TestSmtp; mailer: Mailer }> {
    const smtp = await startSmtp(behaviour)
    const mailer = smtpMailer({ url: smtp.url, from: FROM })
    open.push(smtp.close, mailer.close)
    return { smtp, mailer }
  }

  test('a mail arrives complete: recipient, sender, subject, text, HTML and message id', async () => {
    const { smtp, mailer } = await start()
    await mailer.send(MAIL)
    expect(smtp.received).toHaveLength(1)
    const { envelope, parsed } = smtp.received[0] as (typeof smtp.received)[number]
    expect(envelope).toEqual({ from: 'no-reply@harkara.example', to: [MAIL.to] })
    expect(parsed).toMatchObject({
      messageId: MAIL.messageId,
      from: { name: 'Harkara', address: 'no-reply@harkara.example' },
      to: [{ address: MAIL.to }],
      subject: MAIL.subject,
    })
    expect(parsed.text?.replaceAll('\r\n', '\n').trim()).toBe(MAIL.text)
    expect(parsed.html?.trim()).toBe(MAIL.html)
  })

  test('a retry of the same mail has the same message id', async () => {
    const { smtp, mailer } = await start()
    await mailer.send(MAIL)
    await mailer.send(MAIL)
    expect(smtp.received.map((mail) => mail.parsed.messageId)).toEqual([MAIL.messageId, MAIL.messageId])
  })

  test('many mails share a few connections', async () => {
    const { smtp, mailer } = await start()
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => mailer.send({ ...MAIL, messageId: `<${i}@harkara.example>` })),
    )
    expect(new Set(smtp.received.map((mail) => mail.parsed.messageId)).size).toBe(40)
    expect(smtp.connections).toBeLessThanOrEqual(5)
  })

  test.each([
    ['a second recipient after a comma', { to: 'asha@vendor.example,eve@evil.example' }],
    ['a line break in the recipient', { to: 'asha@vendor.example\r\nBcc: eve@evil.example' }],
    ['an angle bracket in the recipient', { to: 'asha@vendor.example> <eve@evil.example' }],
    ['no recipient', { to: '' }],
    ['a line break in the subject', { subject: 'Hello\r\nBcc: eve@evil.example' }],
    ['a bare line feed in the subject', { subject: 'Hello\nBcc: eve@evil.example' }],
    ['a line break in the message id', { messageId: '<1@x>\r\nBcc: eve@evil.example' }],
  ])('%s is rejected before anything is sent', async (_what, change) => {
    const { smtp, mailer } = await start()
    await expect(mailer.send({ ...MAIL, ...change })).rejects.toThrow(MailRejected)
    expect(smtp.connections).toBe(0)
  })

  test('a subject that looks like markup or an encoded word arrives as it was written', async () => {
    const { smtp, mailer } = await start()
    const subject = '=?utf-8?Q?x?= <b>, "quoted"; to: eve@evil.example'
    await mailer.send({ ...MAIL, subject })
    expect(smtp.received[0]?.parsed.subject).toBe(subject)
    expect(smtp.received[0]?.envelope.to).toEqual([MAIL.to])
  })

  test.each([
    [550, true],
    [451, false],
  ])('a rejection with %d is thrown with its code and without personal data', async (responseCode, permanent) => {
    const { mailer } = await start({
      onRcptTo: (address, _session, done) =>
        done(Object.assign(new Error(`<${address.address}>: no such user here`), { responseCode })),
    })
    const error = await mailer.send(MAIL).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(MailRejected)
    expect(error).toMatchObject({ permanent, message: expect.stringContaining(`${responseCode}`) })
    expect(everythingIn(error)).not.toMatch(/asha|vendor\.example|no such user|123456/)
  })

  test('a server that rejects the content after receiving it is a failed send', async () => {
    const { mailer } = await start({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(Object.assign(new Error('spam from asha'), { responseCode: 554 })))
      },
    })
    const error = await mailer.send(MAIL).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ permanent: true })
    expect(everythingIn(error)).not.toMatch(/asha/)
  })

  test('send and check throw while the server is down and work again when it is back', async () => {
    const { smtp, mailer } = await start()
    await mailer.send(MAIL)
    await smtp.shut()
    await expect(mailer.check()).rejects.toThrow(MailRejected)
    const error = await mailer.send(MAIL).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'MailRejected', permanent: false })
    await smtp.open()
    await eventually(() => mailer.check(), 10_000)
    await mailer.send(MAIL)
    expect(smtp.received).toHaveLength(2)
  })

  test('a server that stops responding makes the send fail instead of hang', async () => {
    const smtp = await startSmtp({ onData: (stream) => void stream.resume() })
    const mailer = smtpMailer({ url: smtp.url, from: FROM, silenceTimeoutMs: 100 })
    open.push(smtp.close, mailer.close)
    await expect(mailer.send(MAIL)).rejects.toThrow(MailRejected)
  })

  test('close waits for a mail that is being sent', async () => {
    const events: string[] = []
    let closing: Promise<unknown> = Promise.resolve()
    const { mailer } = await start({
      onData(stream, _session, done) {
        stream.resume().on('end', () => {
          closing = mailer.close().then(() => events.push('closed'))
          setImmediate(() => {
            events.push('answered')
            done()
          })
        })
      },
    })
    await mailer.send(MAIL)
    await closing
    expect(events).toEqual(['answered', 'closed'])
  })
})

/** Everything a log could print of an error: its own and hidden fields, its stack and its causes. */
function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const fields = Object.getOwnPropertyNames(error).map((name) => `${name}: ${Reflect.get(error, name)}`)
  return [...fields, everythingIn(error.cause ?? '')].join('\n')
}
