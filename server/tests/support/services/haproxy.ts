import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDaemon } from './daemon.ts'
import { freePort } from './free-port.ts'
import { findProgram } from './require-program.ts'

/** A part of the configuration that listens, and what it passes requests on to. */
export interface Listener {
  /** After the address in `bind`, such as `accept-proxy`. */
  bind?: string
  /** Another listener, the port of a server, or the ports of several equal servers, of which the healthy ones take turns. */
  to: string | number | readonly number[]
  /** After the address in `server`, such as `send-proxy`. */
  server?: string
  /** Passes bytes on, as a load balancer of layer 4 does. */
  mode?: 'http' | 'tcp'
}

/**
 * A real HAProxy with these listeners, on IPv4 and IPv6. In `http` mode each adds the address that it sees to
 * X-Forwarded-For, as its documentation recommends.
 */
export async function startHaproxy<Name extends string>(listeners: Record<Name, Listener>) {
  const entries = Object.entries<Listener>(listeners)
  const ports = new Map<string, number>()
  for (const [name] of entries) ports.set(name, await freePort())
  const serversOf = (to: Listener['to'], options: string) =>
    typeof to === 'object'
      ? [
          'option httpchk GET /healthz',
          'option redispatch 1',
          ...to.map((port) => `server s${port} 127.0.0.1:${port} check inter 200ms fall 1 rise 1 ${options}`),
        ].join('\n  ')
      : `server next 127.0.0.1:${typeof to === 'number' ? to : ports.get(to)} ${options}`
  const sections = entries.map(
    ([name, { bind = '', to, server = '', mode = 'http' }]) => `
listen ${name}
  mode ${mode}
  ${mode === 'http' ? 'option forwardfor' : ''}
  bind 127.0.0.1:${ports.get(name)} ${bind}
  bind [::1]:${ports.get(name)} ${bind}
  ${serversOf(to, server)}`,
  )
  const dir = await mkdtemp(join(tmpdir(), 'harkara-haproxy-'))
  const config = join(dir, 'haproxy.cfg')
  await writeFile(
    config,
    `defaults\n  timeout connect 5s\n  timeout client 30s\n  timeout server 30s\n${sections.join('\n')}\n`,
  )
  const daemon = await startDaemon(findProgram('haproxy') ?? 'haproxy', ['-db', '-f', config], () =>
    Promise.all([...ports.values()].map(reach)).then(() => undefined),
  )
  return {
    ports: Object.fromEntries(ports) as Record<Name, number>,
    async stop() {
      await daemon.kill('SIGKILL')
      await rm(dir, { recursive: true, force: true })
    },
  }
}

async function reach(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
  } finally {
    socket.destroy()
  }
}
