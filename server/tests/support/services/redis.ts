import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Daemon, startDaemon } from './daemon.ts'
import { freePort } from './free-port.ts'
import { findProgram } from './require-program.ts'

export interface TestRedis {
  url: string
  readonly pid: number
  kill(signal: NodeJS.Signals): Promise<void>
  /** Kills it if it still runs, and starts it again, empty, at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A separate real Redis, empty and without persistence. */
export async function startRedis(): Promise<TestRedis> {
  const dir = await mkdtemp(join(tmpdir(), 'harkara-redis-'))
  const port = await freePort()
  let daemon = await start(port, dir)
  return {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return daemon.pid
    },
    kill: (signal) => daemon.kill(signal),
    async restart() {
      await daemon.kill('SIGKILL')
      daemon = await start(port, dir)
    },
    async stop() {
      await daemon.kill('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

function start(port: number, dir: string): Promise<Daemon> {
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', dir, '--save', '', '--appendonly', 'no']
  return startDaemon(findProgram('redis-server') ?? 'redis-server', args, () => ping(port))
}

async function ping(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write('PING\r\n')
    const [answer] = await once(socket, 'data')
    if (!`${answer}`.startsWith('+PONG')) throw new Error(`Redis answered ${answer}`)
  } finally {
    socket.destroy()
  }
}
