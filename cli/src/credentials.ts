import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

/** The session started by `harkara login`. It is only sent to the URL it belongs to. */
export interface Credentials {
  url: string
  email: string
  accessToken: string
  refreshToken: string
}

export function credentialsPath(env: NodeJS.ProcessEnv): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'harkara', 'credentials.json')
}

/** Unreadable credentials count as missing: sign in again. */
export async function readCredentials(path: string): Promise<Credentials | undefined> {
  try {
    const { url, email, accessToken, refreshToken } = JSON.parse(await readFile(path, 'utf8'))
    const isWhole = [url, email, accessToken, refreshToken].every((member) => typeof member === 'string')
    return isWhole ? { url, email, accessToken, refreshToken } : undefined
  } catch {
    return undefined
  }
}

/** Writes a private temporary file and renames it, so that nobody else can read it and readers never see a partial file. */
export async function saveCredentials(path: string, credentials: Credentials) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  await rm(draft, { force: true })
  await writeFile(draft, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await rename(draft, path)
}

export const forgetCredentials = (path: string) => rm(path, { force: true })
