import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { listenSmtp } from './mail/smtp.ts'
import { createSandboxState } from './sandbox-state.ts'

export interface RunningSandbox {
  url: string
  smtpUrl: string
  close(): Promise<void>
}

/** A port could not be opened. The message names the setting to change. */
export class ListenError extends Error {
  override name = 'ListenError'
}

/** Opens the HTTP and the SMTP port, or neither. */
export async function startSandbox(config: Config): Promise<RunningSandbox> {
  const state = createSandboxState(config)
  const app = createApp(state)
  const smtp = await listenSmtp(state).catch((error) => {
    throw toListenError(error, 'SANDBOX_SMTP_PORT', config.host, config.smtpPort)
  })
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await smtp.close()
    throw toListenError(error, 'SANDBOX_PORT', config.host, config.port)
  }
  const { port } = app.server.address() as AddressInfo
  state.addresses.url = `http://${urlHost(config.host)}:${port}`
  state.addresses.smtpUrl = `smtp://${urlHost(config.host)}:${smtp.port}`
  return {
    ...state.addresses,
    close: async () => {
      await Promise.all([app.close(), smtp.close()])
    },
  }
}

/** The host to use in URLs: loopback for wildcard addresses, and IPv6 addresses in brackets. */
function urlHost(host: string) {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function toListenError(error: unknown, setting: string, host: string, port: number) {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE') {
    return new ListenError(
      `Port ${port} on ${host} is already in use: set ${setting} to another port, or to 0 for any free port.`,
    )
  }
  if (code === 'EACCES') {
    return new ListenError(
      `Port ${port} on ${host} requires more privileges than this user has: set ${setting} to a port above 1023.`,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ListenError(`${host} is not an address of this machine: set HOST to a local address.`)
  }
  return error
}
