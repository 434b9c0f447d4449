import { createServer } from 'node:net'

/**
 * Returns the previous port if it is free, so that processes that know it find the database again; otherwise any free
 * one.
 */
export async function findFreePort(preferred: number | undefined): Promise<number> {
  return (preferred !== undefined && (await tryPort(preferred))) || (await tryPort(0)) || 0
}

function tryPort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(undefined))
    server.listen({ port, host: '127.0.0.1' }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
