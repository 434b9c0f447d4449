import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { sendMail } from '../../tests/support/mail.ts'
import { useSandbox } from '../../tests/support/sandbox.ts'
import { MAIL_BYTES_MAX } from '../limits.ts'

const box = useSandbox()
const mails = async (query = '') => (await box.get(`/control/mail${query}`)).json.messages

test('an email sent over SMTP is listed with its decoded text', async () => {
  await sendMail(box.smtpUrl(), { to: 'asha@example.test', subject: 'Grüße ₹', text: 'नमस्ते', html: '<b>नमस्ते</b>' })
  const [mail] = await mails()
  expect(Object.keys(mail).sort()).toEqual(['at', 'from', 'html', 'subject', 'text', 'to'])
  expect(mail).toMatchObject({ to: 'asha@example.test', from: 'no-reply@harkara.test', subject: 'Grüße ₹' })
  expect([mail.text.trim(), mail.html.trim()]).toEqual(['नमस्ते', '<b>नमस्ते</b>'])
  expect(Math.abs(Date.parse(mail.at) - Date.now())).toBeLessThan(5_000)
})

test('an email to several recipients is stored once for each, including blind copies', async () => {
  await sendMail(box.smtpUrl(), { to: 'a@x.test, b@x.test', cc: 'c@x.test', bcc: 'd@x.test' })
  expect((await mails()).map((mail: { to: string }) => mail.to)).toEqual([
    'a@x.test',
    'b@x.test',
    'c@x.test',
    'd@x.test',
  ])
})

test('emails are listed oldest first, and ?to= matches whole addresses, ignoring case', async () => {
  for (const subject of ['first', 'second']) await sendMail(box.smtpUrl(), { to: 'Asha@Example.test', subject })
  await sendMail(box.smtpUrl(), { to: 'natasha@example.test' })
  const found = await mails('?to=aSHA@example.TEST')
  expect(found.map((mail: { subject: string }) => mail.subject)).toEqual(['first', 'second'])
})

test('a missing HTML part or subject is empty text', async () => {
  await sendMail(box.smtpUrl(), { to: 'a@x.test', subject: '', text: 'only this' })
  expect(await mails()).toMatchObject([{ subject: '', html: '' }])
})

test('DELETE /control/mail deletes all emails and returns their number', async () => {
  await sendMail(box.smtpUrl(), { to: 'a@x.test, b@x.test' })
  expect((await box.send('DELETE', '/control/mail')).json).toEqual({ deleted: 2 })
  expect(await mails()).toEqual([])
})

test('an email over the size limit is rejected and not stored', async () => {
  const oversized = sendMail(box.smtpUrl(), { to: 'a@x.test', text: 'x'.repeat(MAIL_BYTES_MAX + 1) })
  await expect(oversized).rejects.toThrow(/maximum message size|size limit/i)
  expect(await mails()).toEqual([])
})

test('a sender that declares a wrong size is rejected at the end of the email', async () => {
  const replies = await speak([
    'HELO x',
    'MAIL FROM:<a@x>',
    'RCPT TO:<b@x>',
    'DATA',
    `${'x\r\n'.repeat(MAIL_BYTES_MAX / 3 + 9)}.`,
  ])
  expect(replies).toContain('552 ')
  expect(await mails()).toEqual([])
})

test('any user name and password are accepted', async () => {
  await sendMail(box.smtpUrl().replace('//', '//user:password@'), { to: 'a@x.test' })
  expect(await mails()).toHaveLength(1)
})

test('a connection lost in the middle of an email stores nothing and keeps the server running', async () => {
  await speak(['HELO x', 'MAIL FROM:<a@x>', 'RCPT TO:<b@x>', 'DATA', 'Subject: half'], true)
  await sendMail(box.smtpUrl(), { to: 'whole@x.test' })
  expect(await mails()).toMatchObject([{ to: 'whole@x.test' }])
})

/** Speaks SMTP by hand: each line after the reply to the one before. Resolves with all replies. */
function speak(lines: string[], isCutAfter = false) {
  return new Promise<string>((resolve, reject) => {
    const { hostname, port } = new URL(box.smtpUrl())
    const socket = connect(Number(port), hostname)
    const rest = [...lines]
    let replies = ''
    socket.on('data', (chunk) => {
      replies += chunk
      const line = rest.shift()
      if (line !== undefined) socket.write(`${line}\r\n`)
      if (isCutAfter && rest.length === 0) socket.resetAndDestroy()
      else if (line === undefined) socket.end()
    })
    socket.on('close', () => resolve(replies))
    socket.on('error', reject)
  })
}
