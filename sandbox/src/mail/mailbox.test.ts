import { expect, test } from 'vitest'
import { createMailbox } from './mailbox.ts'

const mail = (to: string, text = '') => ({ to, text, from: '', subject: '', html: '', at: new Date(0) })
const addresses = (box: ReturnType<typeof createMailbox>) => box.sentTo().map(({ to }) => to)

test('a full mailbox drops its oldest emails', () => {
  const box = createMailbox({ mails: 2, characters: 1_000 })
  for (const to of ['a', 'b', 'c']) box.add(mail(to))
  expect(addresses(box)).toEqual(['b', 'c'])
})

test('large emails drop as many old ones as needed, and the newest always stays', () => {
  const box = createMailbox({ mails: 10, characters: 100 })
  for (const to of ['a', 'b', 'c']) box.add(mail(to, 'x'.repeat(40)))
  expect(addresses(box)).toEqual(['b', 'c'])
  box.add(mail('huge', 'x'.repeat(500)))
  expect(addresses(box)).toEqual(['huge'])
  box.add(mail('small', 'x'))
  expect(addresses(box)).toEqual(['small'])
})

test('an id finds its own email or none, also after others were dropped or all were deleted', () => {
  const box = createMailbox({ mails: 2, characters: 1_000 })
  for (const to of ['a', 'b', 'c']) box.add(mail(to))
  expect([1, 2, 3, 4].map((id) => box.find(id)?.to)).toEqual([undefined, 'b', 'c', undefined])
  expect(box.empty()).toBe(2)
  box.add(mail('d'))
  expect([3, 4].map((id) => box.find(id)?.to)).toEqual([undefined, 'd'])
})
