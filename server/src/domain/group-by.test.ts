import { expect, test } from 'vitest'
import { groupBy } from './group-by.ts'

test('groups keep the order in which their keys and items first appear', () => {
  const words = ['pear', 'apple', 'plum', 'fig', 'avocado']
  expect([...groupBy(words, (word) => word[0])]).toEqual([
    ['p', ['pear', 'plum']],
    ['a', ['apple', 'avocado']],
    ['f', ['fig']],
  ])
  expect([...groupBy([], String)]).toEqual([])
})
