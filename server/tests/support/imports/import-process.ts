import { createTestDatabase } from '../database/database.ts'
import { newDataDir, type ProductProcess, request, startProcess } from '../processes/process.ts'
import type { CallOptions } from '../product.ts'
import type { Client } from './imports.ts'

export interface ImportProcess {
  process: ProductProcess
  client: Client
  port: number
  databaseUrl: string
  dataDir: string
  /** The token of the demo vendor's administrator. */
  token: string
}

/** The product as a process that listens, for effects of a real connection or of another process. */
export async function startImportProcess(env: Record<string, string> = {}): Promise<ImportProcess> {
  const databaseUrl = await createTestDatabase()
  const dataDir = env['DATA_DIR'] ?? (await newDataDir())
  const process = await startProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    UPLOADS_PER_MINUTE: '100000',
    API_REQUESTS_PER_MINUTE: '1000000',
    ACTIVE_IMPORTS_PER_VENDOR: '100000',
    ...env,
  })
  const demo = { email: 'demo@harkara.test', password: 'sandbox-harkara-1' }
  const { body } = await request(`${process.url}/api/v1/auth/login`, 'POST', demo)
  const port = Number(new URL(process.url).port)
  return { process, client: clientOf(process.url), port, databaseUrl, dataDir, token: body.accessToken }
}

function clientOf(url: string): Client {
  const send = async (
    method: string,
    path: string,
    payload: string | Buffer | undefined,
    { token, headers = {} }: CallOptions = {},
  ) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
      ...(payload !== undefined && { body: typeof payload === 'string' ? payload : new Uint8Array(payload) }),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      body: isJson && text ? JSON.parse(text) : text,
      headers: Object.fromEntries(response.headers),
    }
  }
  return {
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) =>
      send('POST', path, body === undefined ? undefined : JSON.stringify(body), {
        ...options,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...options?.headers },
      }),
  }
}
