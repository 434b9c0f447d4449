import { expect, test } from 'vitest'
import { isItem } from './breadcrumbs.tsx'

test('pages that show no single item are not remembered as recently opened ones', () => {
  const paths = [
    '/contacts/3f2a',
    '/campaigns/compare',
    '/campaigns/calendar',
    '/campaigns/new/people',
    '/campaigns/9c',
  ]
  expect(paths.filter(isItem)).toEqual(['/contacts/3f2a', '/campaigns/9c'])
})
