import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { listenSmtp } from './mail/smtp.ts'
import { createWorld } from './world.ts'

export interface RunningSandbox {
  url: string
  smtpUrl: string
  close(): Promise<void>
}

/** A sandbox that could not open a port; the message says which and what to do. */
export class ListenError extends Error {
  override name = 'ListenError'
}

/** Opens both ports, or neither. */
export async function startSandbox(config: Config): Promise<RunningSandbox> {
  const world = createWorld(config)
  const app = createApp(world)
  const smtp = await listenSmtp(world).catch((error) => {
    throw explain(error, 'SANDBOX_SMTP_PORT', config.host, config.smtpPort)
  })
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await smtp.close()
    throw explain(error, 'SANDBOX_PORT', config.host, config.port)
  }
  const { port } = app.server.address() as AddressInfo
  world.addresses.url = `http://${reachable(config.host)}:${port}`
  world.addresses.smtpUrl = `smtp://${reachable(config.host)}:${smtp.port}`
  return {
    ...world.addresses,
    close: async () => {
      await Promise.all([app.close(), smtp.close()])
    },
  }
}

/** The name to put in a URL: listening on every address is reached over loopback, and IPv6 stands in brackets. */
function reachable(host: string) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function explain(error: unknown, setting: string, host: string, port: number) {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE') {
    return new ListenError(`Port ${port} on ${host} is already in use: set ${setting} to another one, or to 0 for any.`)
  }
  if (code === 'EACCES') {
    return new ListenError(`Port ${port} on ${host} may not be opened by this user: set ${setting} above 1023.`)
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ListenError(`${host} is not an address of this machine: set HOST to one that is.`)
  }
  return error
}
