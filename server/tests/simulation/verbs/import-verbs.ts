import { created, ok, refusal, sensible, type Verb } from '../engine/verb.ts'
import type { Walker } from '../engine/walker.ts'
import { mobileOf } from '../model/contacts.ts'
import type { Import, Strategy } from '../model/messaging.ts'
import { Missing } from '../model/missing.ts'
import { find, type Model } from '../model/model.ts'
import { closedOr } from './access.ts'
import { chooseNumbers, giveOut, NAME, numbersOf } from './address-book-verbs.ts'

const STRATEGIES = ['SKIP_DUPLICATES', 'MERGE_LABELS', 'UPDATE_METADATA', 'FULL_REPLACE', 'FULL_REPLACE'] as const
/** Of the first row below the header, as a spreadsheet numbers them. */
const FIRST_ROW = 2

const importOf = (model: Model, name: unknown) => find(model.messaging.imports, String(name))
const call = (walker: Walker, method: string, name: unknown, path: string, body?: unknown) =>
  walker.call('admin', method, `/contacts/import/${walker.id(String(name))}/${path}`, body)

const uploadFile: Verb = {
  name: 'upload a file',
  weight: 2,
  choose: (model, random) => ({ ...chooseNumbers(model, random), strategy: random.pick(STRATEGIES) }),
  predict: (model, args, name) =>
    closedOr(model, () => {
      giveOut(model, args)
      const { strategy, label } = args as { strategy: Strategy; label: string }
      const rows = numbersOf(args).map((mobile) => ({ mobile, isLeftOut: false }))
      model.messaging.imports.push({ name, status: 'UPLOADED', strategy, rows, label, changes: [], undo: null })
      return { status: 202 }
    }),
  async run(walker, args, name) {
    // An empty column with the name of the step makes each file another one.
    const rows = numbersOf(args).map((mobile) => [NAME, `+${mobile}`, ''].join())
    const fields = { mergeStrategy: args['strategy'], labels: args['label'], confirmFullReplace: 'true' }
    const answer = await walker.upload(['Name', 'Phone', name].join(), rows, fields)
    if (answer.status === 202) walker.ids.set(name, answer.body.jobId)
    return answer
  },
}

/** To see it refused is worth less of a walk than to see it done. */
const pickImport =
  (isWanted: (one: Import) => boolean): Verb['choose'] =>
  (model, random) => {
    const { imports } = model.messaging
    const one = imports.some(isWanted) || random.chance(0.2) ? sensible(random, imports, isWanted) : undefined
    return one && { import: one.name }
  }
const pickReview = pickImport(({ status }) => status === 'PENDING_REVIEW')
const pickDone = pickImport(({ status, undo }) => status === 'COMPLETED' && undo === null)

const confirmImport: Verb = {
  name: 'confirm an import',
  weight: 4,
  choose: pickReview,
  predict: (model, args) =>
    closedOr(model, () => {
      const one = importOf(model, args['import'])
      if (one.status !== 'PENDING_REVIEW') return refusal(409, 'INVALID_STATE')
      one.status = 'PERSISTING'
      return { status: 202, body: { status: 'PERSISTING' } }
    }),
  run: (walker, args) => call(walker, 'POST', args['import'], 'confirm'),
}

const cancelImport: Verb = {
  name: 'cancel an import',
  weight: 1,
  choose: pickReview,
  predict: (model, args) =>
    closedOr(model, () => {
      const one = importOf(model, args['import'])
      if (one.status === 'COMPLETED' || one.status === 'CANCELLED') return refusal(409, 'INVALID_STATE')
      one.status = 'CANCELLED'
      return created()
    }),
  run: (walker, args) => call(walker, 'POST', args['import'], 'cancel'),
}

/** A row of a file, and whether it is to be left out of the import or taken back in. */
const leaveOut: Verb = {
  name: 'leave a row out of an import',
  weight: 2,
  choose(model, random) {
    const picked = pickReview(model, random)
    const { rows } = picked ? importOf(model, picked['import']) : { rows: [] }
    return picked && { ...picked, row: random.below(rows.length), isLeftOut: random.chance(0.7) }
  },
  predict: (model, { import: name, row, isLeftOut }) =>
    closedOr(model, () => {
      const { status, rows } = importOf(model, name)
      if (status !== 'PENDING_REVIEW') return refusal(409, 'INVALID_STATE')
      const found = rows[Number(row)]
      const changedRows = found && found.isLeftOut !== isLeftOut ? 1 : 0
      if (found) found.isLeftOut = Boolean(isLeftOut)
      return ok({ changedRows })
    }),
  run: (walker, { import: name, row, isLeftOut }) =>
    call(walker, 'POST', name, `rows/${isLeftOut ? 'exclude' : 'include'}`, { rowIndexes: [Number(row) + FIRST_ROW] }),
}

const correct: Verb = {
  name: 'correct a row of an import',
  weight: 2,
  choose(model, random) {
    const picked = pickReview(model, random)
    if (!picked) return undefined
    const { country = 'IN', from = 0 } = chooseNumbers(model, random) ?? {}
    return { ...picked, row: random.below(importOf(model, picked['import']).rows.length), country, from, count: 1 }
  },
  predict: (model, args) =>
    closedOr(model, () => {
      const { status, rows } = importOf(model, args['import'])
      if (status !== 'PENDING_REVIEW') return refusal(409, 'INVALID_STATE')
      giveOut(model, args)
      const found = rows[Number(args['row'])]
      if (found) found.mobile = mobileOf(String(args['country']), Number(args['from']))
      return ok()
    }),
  run(walker, { import: name, row, country, from }) {
    const cells = { Phone: `+${mobileOf(String(country), Number(from))}` }
    return call(walker, 'PATCH', name, `rows/${Number(row) + FIRST_ROW}`, { cells })
  },
}

/** Of two imports that are saved and undone at the same time, chance would decide which comes first. */
const isQuiet = ({ messaging }: Model) => !messaging.imports.some(({ status }) => status === 'PERSISTING')

const undo: Verb = {
  name: 'undo an import',
  weight: 3,
  choose: (model, random) => (isQuiet(model) ? pickDone(model, random) : undefined),
  predict: (model, args) =>
    closedOr(model, () => {
      if (!isQuiet(model)) throw new Missing('what comes first would be chance')
      const one = importOf(model, args['import'])
      if (one.status !== 'COMPLETED' || one.undo !== null) return refusal(409, 'INVALID_STATE')
      one.undo = 'RUNNING'
      return { status: 202 }
    }),
  run: (walker, args) => call(walker, 'POST', args['import'], 'undo'),
}

export const importVerbs: readonly Verb[] = [uploadFile, confirmImport, cancelImport, leaveOut, correct, undo]
