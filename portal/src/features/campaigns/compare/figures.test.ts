import { expect, test } from 'vitest'
import type { Campaign } from '../queries.ts'
import { FIGURES, winner } from './figures.ts'

const campaign = (total: number, DELIVERED: number, FAILED: number, readCount: number, capturedMinorUnit: number) =>
  ({ progress: { total }, counts: { DELIVERED, FAILED }, readCount, cost: { capturedMinorUnit } }) as Campaign
const valueIn = (name: string, of: Campaign) => FIGURES.find((figure) => figure.name === name)?.value(of)
const figure = (name: string) => FIGURES.find((one) => one.name === name) ?? FIGURES[0]

test('campaigns of different sizes are compared by rates', () => {
  const large = campaign(1_000, 900, 100, 450, 90_000)
  expect(valueIn('Delivery rate', large)).toBe(90)
  expect(valueIn('Read rate', large)).toBe(45)
  expect(valueIn('Failure rate', large)).toBe(10)
  expect(valueIn('Cost per delivered message', large)).toBe(100)
})

test('the better value is named only where one is better', () => {
  expect(winner(figure('Delivery rate') as never, 90, 95)).toBe('b')
  expect(winner(figure('Failure rate') as never, 2, 5)).toBe('a')
  expect(winner(figure('Delivery rate') as never, 90, 90)).toBeUndefined()
  expect(winner(figure('Recipients') as never, 10, 20)).toBeUndefined()
  expect(
    winner(
      figure('Cost per delivered message') as never,
      valueIn('Cost per delivered message', campaign(0, 0, 0, 0, 0)),
      5,
    ),
  ).toBeUndefined()
  expect(valueIn('Delivery rate', campaign(0, 0, 0, 0, 0))).toBeUndefined()
})
