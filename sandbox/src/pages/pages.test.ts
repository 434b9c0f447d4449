import { expect, test } from 'vitest'
import { sendMail } from '../../tests/support/mail.ts'
import { honestReply, listenProduct } from '../../tests/support/product.ts'
import { useSandbox } from '../../tests/support/sandbox.ts'
import { INBOX_ROWS_PER_PAGE } from '../limits.ts'

const box = useSandbox()
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const HOSTILE = `"><script>alert(1)</script><img src=x onerror='alert(2)'>`

test('the content of an email never becomes markup of a page', async () => {
  await sendMail(box.smtpUrl(), {
    to: 'a@x.test',
    from: `"x" <a&b@x.test>`,
    subject: HOSTILE,
    text: HOSTILE,
    html: HOSTILE,
  })
  for (const path of ['/inbox', '/inbox/1', '/inbox/1?view=text', `/inbox?to=${encodeURIComponent(HOSTILE)}`, '/']) {
    const { status, text } = await box.get(path)
    expect(status).toBe(200)
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img')
  }
})

test('every page forbids foreign scripts, styles, frames and framing', async () => {
  await sendMail(box.smtpUrl(), { to: 'a@x.test' })
  for (const path of ['/', '/inbox', '/inbox/1', '/inbox/999']) {
    const policy = String((await box.get(path)).headers['content-security-policy'])
    for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(rule)
    }
    expect(policy).not.toContain('unsafe')
  }
})

test('the markup of an email is served without scripts, forms, external resources or the origin of the sandbox', async () => {
  await sendMail(box.smtpUrl(), { to: 'a@x.test', html: '<!DOCTYPE html><p>Hello</p>' })
  const { headers, text } = await box.get('/inbox/1/html')
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
  expect(policy).not.toMatch(/allow-scripts|allow-same-origin|allow-forms|https?:/)
  expect(text).toMatch(/^<!doctype html><base target="_blank"><p>Hello<\/p>/)
  const frame = /<iframe[^>]*>/.exec((await box.get('/inbox/1')).text)?.[0]
  expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
})

test('a code can be read and copied without opening the email', async () => {
  await sendMail(box.smtpUrl(), { to: 'a@x.test', subject: 'Your code', text: 'Your code is 482913.' })
  expect((await box.get('/inbox')).text).toContain(
    '<code>482913</code><button type="button" class="copy" data-copy="482913"',
  )
})

test('URLs in plain text become links, and the text around them does not', async () => {
  await sendMail(box.smtpUrl(), { to: 'a@x.test', text: 'Open http://h.test/a?b=1&c=2. javascript:alert(1)' })
  const { text } = await box.get('/inbox/1')
  expect(text).toContain('<a href="http://h.test/a?b=1&amp;c=2" target="_blank"')
  expect(text).not.toContain('href="javascript')
})

test('an empty inbox explains how to send an email', async () => {
  const { text } = await box.get('/inbox')
  expect(text).toContain('No emails yet')
  expect(text).toContain(box.smtpUrl())
})

test('the inbox shows the newest emails first and links to every older one', async () => {
  await Promise.all(
    Array.from({ length: INBOX_ROWS_PER_PAGE + 1 }, (_, n) =>
      sendMail(box.smtpUrl(), { to: 'a@x.test', subject: `no. ${n + 1}` }),
    ),
  )
  const first = (await box.get('/inbox')).text
  const shown = [...first.matchAll(/<li id="mail-(\d+)"/g)].map(([, id]) => Number(id))
  expect(shown).toEqual(Array.from({ length: INBOX_ROWS_PER_PAGE }, (_, index) => INBOX_ROWS_PER_PAGE + 1 - index))
  const older = /href="(\/inbox\?before=\d+)"/.exec(first)?.[1]
  expect((await box.get(older ?? '')).text).toContain('<li id="mail-1"')
})

test('the filter matches any part of an address and stays while emails are opened', async () => {
  await sendMail(box.smtpUrl(), { to: 'Asha@x.test' })
  await sendMail(box.smtpUrl(), { to: 'ravi@x.test' })
  const { text } = await box.get('/inbox?to=sha')
  expect(text).toContain('href="/inbox/1?to=sha"')
  expect(text).not.toContain('ravi@x.test')
})

test.each(['/inbox/0', '/inbox/999', '/inbox/x', '/inbox/1e3', '/inbox/-1', '/inbox/99999999999999999999'])(
  'the mail at %s does not exist and the page says so',
  async (path) => {
    const { status, text } = await box.get(path)
    expect([status, text.includes('Email not found')]).toEqual([404, true])
  },
)

test('the button deletes all emails', async () => {
  await sendMail(box.smtpUrl(), { to: 'a@x.test' })
  const answer = await box.send('POST', '/inbox/empty', '', FORM)
  expect([answer.status, answer.headers['location']]).toEqual([303, '/inbox'])
  expect((await box.get('/control/mail')).json.messages).toEqual([])
})

test('the buttons advance the clock', async () => {
  const product = await listenProduct(honestReply())
  await box.register(product.url)
  const answer = await box.send('POST', '/clock', 'amount=2&unitSeconds=3600', FORM)
  expect([answer.status, answer.headers['location'], product.moves]).toEqual([303, '/', [7_200]])
  expect((await box.get('/')).text).toContain('2 hours ahead of real time')
})

test.each([
  'amount=99999&unitSeconds=86400',
  'amount=0&unitSeconds=60',
  'amount=-1&unitSeconds=60',
  'amount=x',
  '',
  'a=1',
])('the clock form %j is answered with the page, a sentence, and what was typed', async (form) => {
  await box.register((await listenProduct(honestReply())).url)
  const { status, text } = await box.send('POST', '/clock', form, FORM)
  expect([status, text.includes('role="alert"')]).toEqual([400, true])
  const typed = new URLSearchParams(form).get('amount')
  if (typed !== null) expect(text).toContain(`required value="${typed}"`)
})

test('the clock form reports that no product has registered', async () => {
  const { status, text } = await box.send('POST', '/clock', 'amount=1&unitSeconds=3600', FORM)
  expect([status, text.includes('No product has registered yet')]).toEqual([503, true])
})

test('every asset of a page is served with its content type', async () => {
  for (const page of ['/', '/inbox']) {
    const paths = [...(await box.get(page)).text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => String(path))
    expect(paths.length).toBeGreaterThan(3)
    for (const path of paths) {
      const { status, headers } = await box.get(path)
      expect([status, headers['x-content-type-options']]).toEqual([200, 'nosniff'])
      expect(headers['content-type']).toMatch(/^(text\/css|text\/javascript|image\/svg)/)
    }
  }
})
