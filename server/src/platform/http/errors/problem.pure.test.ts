import { expect, test } from 'vitest'
import type { Log } from '../../log.ts'
import { answerError } from './problem.ts'

const log = { error() {}, warn() {}, info() {} } as unknown as Log

/** The status of the answer to a request that ended with this error. */
function statusOf(error: Error) {
  let status = 0
  const reply = {
    header: () => reply,
    headers: () => reply,
    type: () => reply,
    send: () => reply,
    code(given: number) {
      status = given
      return reply
    },
  }
  const request = { id: 'r', raw: {}, routeOptions: { url: '/' } }
  answerError(error, request as never, reply as never, log)
  return status
}
const errorWith = (members: object) => Object.assign(new Error('of the database'), members)

test.each([
  ['a lost connection', { code: '08006', routine: 'pq_recvbuf' }],
  ['a pool that has lost its server', { code: '08P01' }],
  ['a full disk', { code: '53100', routine: 'mdextend' }],
  ['a restart', { code: '57P01', routine: 'ProcessInterrupts' }],
])('%s is 503: the request can be repeated', (_, members) => {
  expect(statusOf(errorWith(members))).toBe(503)
})

test.each([
  ['a message that the database does not understand', { code: '08P01', routine: 'exec_bind_message' }],
  ['a statement with a mistake', { code: '42601', routine: 'scanner_yyerror' }],
])('%s is 500: repeating the request does not help', (_, members) => {
  expect(statusOf(errorWith(members))).toBe(500)
})
