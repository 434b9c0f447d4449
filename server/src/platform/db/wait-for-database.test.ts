import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../../tests/support/cleanup.ts'
import { createTestDatabase } from '../../../tests/support/database/database.ts'
import { freePort } from '../../../tests/support/services/free-port.ts'
import { createLog } from '../log.ts'
import { waitForDatabase } from './wait-for-database.ts'

const STARTING_UP = errorResponse('57P03', 'the database system is starting up')

/** The answer of a server to a connection that it does not accept. */
function errorResponse(code: string, message: string) {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5, 'E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

/** Lies before a real server, and answers itself until it is ready. */
async function doorTo(databaseUrl: string, answer: Buffer) {
  const real = new URL(databaseUrl)
  let isReady = false
  let refused = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (!isReady) {
      refused++
      socket.once('data', () => socket.end(answer))
      return
    }
    const upstream = connect(Number(real.port), real.hostname)
    upstream.on('error', () => socket.destroy())
    socket.pipe(upstream).pipe(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.close()
  })
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    refused: () => refused,
    open: () => {
      isReady = true
    },
  }
}

function recordingLog() {
  const lines: { event: string; reason?: string }[] = []
  const log = createLog('info', { write: (line: string) => lines.push(JSON.parse(line)) } as never)
  return { log, lines }
}

test('a server that is still recovering is waited for, however long it takes, and the log says so once', async () => {
  const door = await doorTo(await createTestDatabase(), STARTING_UP)
  const { log, lines } = recordingLog()
  const waiting = waitForDatabase(door.url, log, 0)
  while (door.refused() < 3) await new Promise(setImmediate)
  door.open()
  await waiting
  expect(lines.map(({ event, reason }) => `${event} ${reason ?? ''}`.trim())).toEqual([
    'database.waiting 57P03',
    'database.available',
  ])
})

test('a server that cannot be reached is given up after the limit, and a wrong password at once', async () => {
  const { log, lines } = recordingLog()
  const nobody = `postgres://harkara@127.0.0.1:${await freePort()}/harkara`
  await expect(waitForDatabase(nobody, log, 0)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(lines).toEqual([])
  await expect(waitForDatabase(nobody, log, 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(lines).toMatchObject([{ event: 'database.waiting', reason: 'ECONNREFUSED' }])
  const door = await doorTo(await createTestDatabase(), errorResponse('28P01', 'password authentication failed'))
  await expect(waitForDatabase(door.url, log, 60)).rejects.toMatchObject({ code: '28P01' })
})

test('a server that is ready costs one connection and no line', async () => {
  const { log, lines } = recordingLog()
  await waitForDatabase(await createTestDatabase(), log, 0)
  expect(lines).toEqual([])
})
