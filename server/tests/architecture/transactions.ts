import { declarationsIn } from './reading/functions.ts'
import { isProduct, type SourceFile } from './reading/sources.ts'
import { type Problem, problemAt, type Rule } from './rule.ts'

/**
 * A query through `deps.db` inside a transaction's body runs on another connection: it does not see the transaction's
 * own writes, is not rolled back with it, and can wait for its locks.
 */
export const onlyTxInTransactions: Rule = {
  promise: 'the body of a transaction uses tx, never deps.db',
  find: (files) => files.filter(isProduct).flatMap((file) => [...inFunctions(file), ...inCallbacks(file)]),
}

const SENTENCE = 'uses deps.db inside a transaction; pass tx instead'
const OTHER_HANDLE = /\bdeps\.db\b/g

function inFunctions(file: SourceFile): Problem[] {
  return declarationsIn(file)
    .filter(({ parameters }) => parameters?.[0] === 'tx: Tx')
    .flatMap(({ name, start, end }) => handlesIn(file, start, end, `${name} `))
}

/** `inTransaction(deps.db, (tx) => …)`: all that stands behind the arrow, up to the closing parenthesis. */
function inCallbacks(file: SourceFile): Problem[] {
  return [...file.code.matchAll(/\binTransaction\(/g)].flatMap(({ 0: call, index }) => {
    const end = closingParenthesis(file.code, index + call.length)
    const arrow = file.code.slice(index, end).search(/\btx(?:: Tx)?\)?\s*=>/)
    return arrow < 0 ? [] : handlesIn(file, index + arrow, end, '')
  })
}

const handlesIn = (file: SourceFile, start: number, end: number, who: string): Problem[] =>
  [...file.code.slice(start, end).matchAll(OTHER_HANDLE)].map(({ index }) =>
    problemAt(file, start + index, `${who}${SENTENCE}`),
  )

function closingParenthesis(code: string, from: number): number {
  let depth = 1
  for (let i = from; i < code.length; i++) {
    if (code[i] === '(') depth++
    else if (code[i] === ')' && --depth === 0) return i
  }
  return code.length
}
