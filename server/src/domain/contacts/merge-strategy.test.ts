import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTACT_SOURCES, type ContactSource, MERGE_STRATEGIES, type Mergeable } from './contact.ts'
import { normalizeLabel } from './labels.ts'
import { decideMerge, mergeDuplicates } from './merge-strategy.ts'

const existing = {
  name: 'Asha Rao',
  attributes: { city: 'Pune', plan: 'gold' },
  labels: ['VIP', 'Pune'],
  source: 'IMPORT' as ContactSource,
}
const incoming = { name: 'Asha Rao Kulkarni', attributes: { city: 'Delhi', age: '30' }, labels: ['vip', 'New'] }
const manual = { ...existing, source: 'MANUAL' as const }

describe('when an incoming number exists already', () => {
  test('SKIP_DUPLICATES changes nothing', () => {
    const { action, resolved, nameChanged, labelsAdded } = decideMerge('SKIP_DUPLICATES', existing, incoming)
    expect(action).toBe('SKIP')
    expect({ ...resolved, source: 'IMPORT' }).toEqual(existing)
    expect({ nameChanged, labelsAdded }).toEqual({ nameChanged: false, labelsAdded: [] })
  })

  test('MERGE_LABELS adds labels and nothing else', () => {
    const { action, resolved, labelsAdded } = decideMerge('MERGE_LABELS', existing, incoming)
    expect(action).toBe('MERGE')
    expect(resolved).toEqual({
      name: 'Asha Rao',
      attributes: existing.attributes,
      labels: ['VIP', 'Pune', 'New'],
    })
    expect(labelsAdded).toEqual(['New'])
  })

  test('MERGE_LABELS skips a contact that has all labels, in any spelling', () => {
    expect(decideMerge('MERGE_LABELS', existing, { ...incoming, labels: ['PUNE', 'vip'] }).action).toBe('SKIP')
  })

  test('MERGE_LABELS does not fill in a missing name', () => {
    expect(decideMerge('MERGE_LABELS', { ...existing, name: '' }, incoming).resolved.name).toBe('')
  })

  test('UPDATE_METADATA takes the longer name, the incoming values and all labels', () => {
    const decision = decideMerge('UPDATE_METADATA', existing, incoming)
    expect(decision.action).toBe('UPDATE')
    expect(decision.nameChanged).toBe(true)
    expect(decision.resolved).toEqual({
      name: 'Asha Rao Kulkarni',
      attributes: { city: 'Delhi', plan: 'gold', age: '30' },
      labels: ['VIP', 'Pune', 'New'],
    })
  })

  test.each([
    ['Asha Rao', 'Asha', 'Asha Rao'],
    ['Asha', 'Asha Rao', 'Asha Rao'],
    ['Asha', ' Asha Rao ', 'Asha Rao'],
    ['Asha', 'Ravi', 'Asha'],
    ['', 'Ravi', 'Ravi'],
    ['Asha', '', 'Asha'],
    ['Asha', '        ', 'Asha'],
    ['Asha', '   Rao   ', 'Asha'],
    ['Anne', '👩👩👩', 'Anne'],
  ])('UPDATE_METADATA merges the names %j and %j to %j', (before, offered, name) => {
    const merged = decideMerge('UPDATE_METADATA', { ...existing, name: before }, { ...incoming, name: offered })
    expect(merged.resolved.name).toBe(name)
  })

  test('an empty incoming value changes nothing', () => {
    const blank = { name: '', attributes: { city: '', plan: '  ' }, labels: [] }
    expect(decideMerge('UPDATE_METADATA', existing, blank)).toMatchObject({ action: 'SKIP', diff: [] })
  })

  test('FULL_REPLACE takes the incoming name, attributes and labels, in known spellings', () => {
    const decision = decideMerge('FULL_REPLACE', existing, { ...incoming, name: 'A' })
    expect(decision.action).toBe('UPDATE')
    expect(decision.resolved).toEqual({ name: 'A', attributes: incoming.attributes, labels: ['VIP', 'New'] })
  })

  test('FULL_REPLACE keeps the old name if the incoming one is empty, and still is an update', () => {
    const decision = decideMerge('FULL_REPLACE', existing, { name: ' ', attributes: {}, labels: [] })
    expect(decision).toMatchObject({ action: 'UPDATE', nameChanged: false, labelsAdded: [] })
    expect(decision.resolved).toEqual({ name: 'Asha Rao', attributes: {}, labels: [] })
  })

  test.each([
    ['SKIP_DUPLICATES', 'SKIP', ['VIP', 'Pune']],
    ['MERGE_LABELS', 'MERGE', ['VIP', 'Pune', 'New']],
    ['UPDATE_METADATA', 'UPDATE', ['VIP', 'Pune', 'New']],
    ['FULL_REPLACE', 'MERGE', ['VIP', 'Pune', 'New']],
  ] as const)('under %s a contact made by hand keeps what it says (%s)', (strategy, action, labels) => {
    const decision = decideMerge(strategy, manual, incoming)
    expect(decision.action).toBe(action)
    expect(decision.resolved).toEqual({ name: manual.name, attributes: manual.attributes, labels })
    expect(decideMerge(strategy, manual, { ...incoming, labels: [] }).action).toBe('SKIP')
  })

  test('the preview shows both values and the result where they differ', () => {
    expect(decideMerge('UPDATE_METADATA', existing, { ...incoming, name: 'Asha' }).diff).toEqual([
      { field: 'name', existing: 'Asha Rao', incoming: 'Asha', resolved: 'Asha Rao' },
      { field: 'labels', existing: 'VIP, Pune', incoming: 'vip, New', resolved: 'VIP, Pune, New' },
      { field: 'attributes.city', existing: 'Pune', incoming: 'Delhi', resolved: 'Delhi' },
      { field: 'attributes.age', existing: '', incoming: '30', resolved: '30' },
    ])
  })

  test('the preview is empty if nothing differs but the order and spelling of labels', () => {
    const same = { ...existing, labels: ['pune', 'vip'] }
    expect(decideMerge('UPDATE_METADATA', existing, same)).toMatchObject({ action: 'SKIP', diff: [] })
  })

  test('FULL_REPLACE keeps the order of attributes that stay', () => {
    const { resolved } = decideMerge('FULL_REPLACE', existing, {
      ...incoming,
      attributes: { age: '3', plan: 'b', city: 'a' },
    })
    expect(Object.keys(resolved.attributes)).toEqual(['city', 'plan', 'age'])
  })

  test('the preview shows what a replacement removes', () => {
    expect(decideMerge('FULL_REPLACE', existing, { name: '', attributes: {}, labels: ['vip'] }).diff).toEqual([
      { field: 'labels', existing: 'VIP, Pune', incoming: 'vip', resolved: 'VIP' },
      { field: 'attributes.city', existing: 'Pune', incoming: '', resolved: '' },
      { field: 'attributes.plan', existing: 'gold', incoming: '', resolved: '' },
    ])
  })

  test('a contact that cannot have all of them keeps its attributes as they are', () => {
    const value = 'x'.repeat(100_000)
    const full = { ...existing, attributes: { a: value, b: value } }
    const more = { ...incoming, attributes: { a: 'new', c: value } }
    expect(decideMerge('UPDATE_METADATA', full, more)).toMatchObject({
      isAttributesFull: false,
      resolved: { attributes: { a: 'new', c: value } },
    })
    const tooMuch = decideMerge('UPDATE_METADATA', full, { ...more, attributes: { c: value } })
    expect(tooMuch.resolved.attributes).toEqual(full.attributes)
    expect(tooMuch.isAttributesFull).toBe(true)
    const many = (from: number) => Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`a${from + i}`, 'x']))
    const first = { ...incoming, attributes: many(0) }
    expect(mergeDuplicates('UPDATE_METADATA', first, [{ ...incoming, attributes: many(500) }]).attributes).toEqual(
      many(0),
    )
  })

  test('attributes may have names such as __proto__', () => {
    const strange = JSON.parse('{"__proto__": "a", "constructor": "b", "toString": "c"}')
    const merged = decideMerge('UPDATE_METADATA', { ...existing, attributes: {} }, { ...incoming, attributes: strange })
    expect(JSON.stringify(merged.resolved.attributes)).toBe(JSON.stringify(strange))
    expect(merged.diff.map(({ field }) => field)).toContain('attributes.constructor')
    expect(decideMerge('MERGE_LABELS', existing, { ...incoming, attributes: {}, labels: [] }).diff).toHaveLength(1)
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })
})

const value = fc.constantFrom('', ' ', 'a', 'bb', 'Asha', 'Asha Rao', 'Ravi')
const key = fc.constantFrom('city', 'plan', '__proto__', 'constructor', '1')
const contact: fc.Arbitrary<Mergeable> = fc.record({
  name: value,
  attributes: fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  labels: fc.uniqueArray(fc.constantFrom('VIP', 'vip', 'New', 'Delhi'), { maxLength: 3, selector: normalizeLabel }),
})
const strategy = fc.constantFrom(...MERGE_STRATEGIES)
const source = fc.constantFrom(...CONTACT_SOURCES)
const filledAttributes = ({ attributes }: Mergeable) =>
  Object.entries(attributes).filter(([, text]) => text.trim() !== '')

describe('every merge', () => {
  test('is idempotent, and a repetition is a SKIP except under FULL_REPLACE', () => {
    fc.assert(
      fc.property(strategy, source, contact, contact, (how, from, before, offered) => {
        const { resolved } = decideMerge(how, { ...before, source: from }, offered)
        const again = decideMerge(how, { ...resolved, source: from }, offered)
        expect(JSON.stringify(again.resolved)).toBe(JSON.stringify(resolved))
        expect(again.action).toBe(how === 'FULL_REPLACE' && from !== 'MANUAL' ? 'UPDATE' : 'SKIP')
      }),
    )
  })

  test('is a SKIP exactly when nothing changes, except under FULL_REPLACE', () => {
    fc.assert(
      fc.property(strategy, source, contact, contact, (how, from, before, offered) => {
        fc.pre(how !== 'FULL_REPLACE' || from === 'MANUAL')
        const { action, resolved } = decideMerge(how, { ...before, source: from }, offered)
        const { name, attributes, labels } = before
        expect(action === 'SKIP').toBe(JSON.stringify(resolved) === JSON.stringify({ name, attributes, labels }))
      }),
    )
  })

  test('keeps name, attributes and labels of a contact written by hand', () => {
    fc.assert(
      fc.property(strategy, contact, contact, (how, before, offered) => {
        const { resolved } = decideMerge(how, { ...before, source: 'MANUAL' }, offered)
        expect(resolved.name).toBe(before.name)
        expect(JSON.stringify(resolved.attributes)).toBe(JSON.stringify(before.attributes))
        expect(resolved.labels.slice(0, before.labels.length)).toEqual(before.labels)
      }),
    )
  })

  test('under UPDATE_METADATA loses no value', () => {
    fc.assert(
      fc.property(contact, contact, (before, offered) => {
        const { resolved } = decideMerge('UPDATE_METADATA', { ...before, source: 'IMPORT' }, offered)
        expect(filledAttributes(resolved).map(([name]) => name)).toEqual(
          expect.arrayContaining([...filledAttributes(before), ...filledAttributes(offered)].map(([name]) => name)),
        )
        expect(filledAttributes(resolved)).toEqual(expect.arrayContaining(filledAttributes(offered)))
        expect(resolved.name.trim().length).toBe(Math.max(before.name.trim().length, offered.name.trim().length))
        const labels = resolved.labels.map(normalizeLabel)
        expect(labels).toEqual(expect.arrayContaining([...before.labels, ...offered.labels].map(normalizeLabel)))
      }),
    )
  })
})

describe('rows of one file with the same number', () => {
  test.each([
    ['SKIP_DUPLICATES', { name: 'Asha', attributes: { city: 'Pune' }, labels: ['VIP'] }],
    ['MERGE_LABELS', { name: 'Asha', attributes: { city: 'Pune' }, labels: ['VIP', 'New', 'Old'] }],
    ['UPDATE_METADATA', { name: 'Asha Rao', attributes: { city: 'Goa', age: '3' }, labels: ['VIP', 'New', 'Old'] }],
    ['FULL_REPLACE', { name: 'Rao', attributes: { city: 'Goa' }, labels: ['Old'] }],
  ] as const)('under %s become one contact', (how, merged) => {
    const first = { name: 'Asha', attributes: { city: 'Pune' }, labels: ['VIP'], e164: '+919876543210' }
    const later: Mergeable[] = [
      { name: 'Asha Rao', attributes: { age: '3' }, labels: ['vip', 'New'] },
      { name: 'Rao', attributes: { city: 'Goa' }, labels: ['Old'] },
    ]
    expect(mergeDuplicates(how, first, later)).toEqual({ ...merged, e164: '+919876543210' })
  })

  test('give the same contact wherever the file is split', () => {
    fc.assert(
      fc.property(strategy, contact, fc.array(contact, { maxLength: 5 }), fc.nat(5), (how, first, later, cut) => {
        const atOnce = mergeDuplicates(how, first, later)
        const inParts = mergeDuplicates(how, mergeDuplicates(how, first, later.slice(0, cut)), later.slice(cut))
        expect(JSON.stringify(inParts)).toBe(JSON.stringify(atOnce))
      }),
    )
  })

  test('merge as if they had been imported one after the other', () => {
    fc.assert(
      fc.property(strategy, contact, fc.array(contact, { maxLength: 4 }), (how, first, later) => {
        let { name, attributes, labels }: Mergeable = first
        for (const next of later)
          ({ name, attributes, labels } = decideMerge(
            how,
            { name, attributes, labels, source: 'IMPORT' },
            next,
          ).resolved)
        expect(JSON.stringify(mergeDuplicates(how, first, later))).toBe(JSON.stringify({ name, attributes, labels }))
      }),
    )
  })
})
