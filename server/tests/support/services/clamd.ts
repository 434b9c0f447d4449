import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Daemon, startDaemon } from './daemon.ts'
import { freePort } from './free-port.ts'
import { findProgram } from './require-program.ts'

export interface TestClamd {
  tcpUrl: string
  unixUrl: string
  kill(signal: NodeJS.Signals): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** A byte string that only our own signature database reports as a virus. */
export const TEST_VIRUS = 'harkara-harmless-test-virus'
export const TEST_VIRUS_NAME = 'Harkara.Test.Virus.UNOFFICIAL'
export const STREAM_BYTES_MAX = 60 * 1024 * 1024

/** A real clamd with two signatures, so that it starts fast and needs no download. */
export async function startClamd(): Promise<TestClamd> {
  const dir = await mkdtemp(join(tmpdir(), 'harkara-clamd-'))
  const port = await freePort()
  const socket = join(dir, 'clamd.sock')
  const eicarMd5 = '44d88612fea8a8f36de82e1278abb02f'
  await writeFile(join(dir, 'test.hdb'), `${eicarMd5}:68:Eicar-Test-Signature\n`)
  await writeFile(join(dir, 'test.ndb'), `Harkara.Test.Virus:0:*:${Buffer.from(TEST_VIRUS).toString('hex')}\n`)
  const settings = {
    Foreground: 'yes',
    DatabaseDirectory: dir,
    TemporaryDirectory: dir,
    LocalSocket: socket,
    FixStaleSocket: 'yes',
    TCPSocket: port,
    TCPAddr: '127.0.0.1',
    StreamMaxLength: STREAM_BYTES_MAX,
  }
  const config = join(dir, 'clamd.conf')
  await writeFile(
    config,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  )
  const start = (): Promise<Daemon> =>
    startDaemon(findProgram('clamd') ?? 'clamd', [`--config-file=${config}`], () => ping(port))
  let daemon = await start()
  return {
    tcpUrl: `tcp://127.0.0.1:${port}`,
    unixUrl: `unix:${socket}`,
    kill: (signal) => daemon.kill(signal),
    async restart() {
      await daemon.kill('SIGKILL')
      daemon = await start()
    },
    async stop() {
      await daemon.kill('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function ping(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write('zPING\0')
    const [answer] = await once(socket, 'data')
    if (!`${answer}`.startsWith('PONG')) throw new Error(`clamd responded ${answer}`)
  } finally {
    socket.destroy()
  }
}
