import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { ColumnChart } from './chart.tsx'

beforeAll(() => {
  // The test environment has no layout, so nothing is ever resized.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
})
afterEach(cleanup)

const POINTS = [
  { label: '1 Nov', values: [10, 0] },
  { label: '2 Nov', values: [20, 3] },
  { label: '3 Nov', values: [15, 1] },
]

test('arrow keys read all values of each point, from the newest on', () => {
  render(
    <ColumnChart
      label="Deliveries by day"
      height={100}
      format={String}
      series={[
        { name: 'Delivered', tone: 'main' },
        { name: 'Failed', tone: 'bad' },
      ]}
      points={POINTS}
    />,
  )
  const chart = screen.getByRole('slider', { name: 'Deliveries by day' })
  const valueAfter = (key: string) => {
    fireEvent.keyDown(chart, { key })
    return chart.getAttribute('aria-valuetext')
  }
  fireEvent.focus(chart)
  expect(chart.getAttribute('aria-valuetext')).toBe('3 Nov: Delivered 15, Failed 1')
  expect(valueAfter('ArrowRight')).toBe('3 Nov: Delivered 15, Failed 1')
  expect(valueAfter('ArrowLeft')).toBe('2 Nov: Delivered 20, Failed 3')
  expect(valueAfter('Home')).toBe('1 Nov: Delivered 10, Failed 0')
  expect(chart.getAttribute('aria-valuenow')).toBe('1')
})
