import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNewer, statusAfter, TEMPLATE_STATUSES, type TemplateStatus } from './status.ts'

interface Known {
  status: TemplateStatus
  at: Date | undefined
}
interface StatusEvent {
  status: TemplateStatus
  at: Date
}
const afterAll = (event: readonly StatusEvent[]) =>
  event.reduce<Known>((known, one) => (isNewer(one, known) ? one : known), { status: 'PENDING', at: undefined })

const event = fc.record({
  status: fc.constantFrom(...TEMPLATE_STATUSES),
  at: fc.integer({ min: 0, max: 5 }).map((seconds) => new Date(seconds * 1_000)),
})

describe('status updates of a template', () => {
  test('lead to the same status in any order and repetition', () => {
    const shuffled = fc
      .array(event, { minLength: 1, maxLength: 12 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 })))
    fc.assert(
      fc.property(shuffled, ([inOrder, mixed]) => {
        expect(afterAll(mixed)).toEqual(afterAll(inOrder))
      }),
    )
  })

  test('of a later second replace those of an earlier one', () => {
    fc.assert(
      fc.property(event, event, (one, other) => {
        fc.pre(one.at < other.at)
        expect(afterAll([one, other])).toEqual(other)
      }),
    )
  })
})

test('of two updates of the same second the later stage wins, and deletion over all', () => {
  const at = new Date('2026-11-15T10:00:00Z')
  const stages: TemplateStatus[] = [
    ...(['PENDING', 'IN_APPEAL', 'LIMIT_EXCEEDED', 'REJECTED', 'APPROVED'] as const),
    ...(['PAUSED', 'DISABLED', 'ARCHIVED', 'PENDING_DELETION', 'DELETED'] as const),
  ]
  for (const [i, status] of stages.entries())
    for (const [j, known] of stages.entries()) expect(isNewer({ status, at }, { status: known, at })).toBe(i > j)
})

test.each([
  ['APPROVED', 'APPROVED'],
  ['REINSTATED', 'APPROVED'],
  ['UNARCHIVED', 'APPROVED'],
  ['FLAGGED', undefined],
  ['LOCKED', undefined],
  ['SOMETHING_NEW', undefined],
  ['constructor', undefined],
])('%s means %s', (event, status) => expect(statusAfter(event)).toBe(status))
