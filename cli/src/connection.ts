import type { SignIn } from './api/client.ts'
import { Refusal } from './api/refusal.ts'
import type { Session } from './api/shapes.ts'
import type { Options } from './arguments.ts'
import { type Credentials, readCredentials, saveCredentials } from './credentials.ts'
import { EXIT, Failure, usage } from './failure.ts'

const DEFAULT_URL = 'http://localhost:3000'

export interface Connection {
  url: string
  signIn: SignIn
}

/** Where to, and as whom: the option, else the environment, else what `harkara login` left. */
export async function connectionFor(options: Options, env: NodeJS.ProcessEnv, path: string): Promise<Connection> {
  const stored = await readCredentials(path)
  const url = urlFor(options, env, stored)
  const token = options.token ?? options.apiKey ?? (env['HARKARA_TOKEN'] || env['HARKARA_API_KEY'] || undefined)
  if (token !== undefined) return { url, signIn: fixedToken(token) }
  return { url, signIn: stored?.url === url ? session(stored, path) : nobody(url) }
}

export function urlFor(options: Pick<Options, 'url'>, env: NodeJS.ProcessEnv, stored: Credentials | undefined): string {
  const text = options.url ?? (env['HARKARA_URL'] || stored?.url || DEFAULT_URL)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw usage('--url must be an address such as https://harkara.example.')
  if (url.username || url.password) throw usage('--url must not hold a password; see harkara login --help.')
  return url.href.replace(/\/+$/, '')
}

/** A header cannot carry line ends and the like, and a token has none. */
function fixedToken(token: string): SignIn {
  if (!/^[\x21-\x7e]+$/.test(token))
    throw usage('The token or API key is empty or holds characters that none can have.')
  return { token: () => token, renew: async () => false }
}

const nobody = (url: string): SignIn => ({
  token() {
    throw new Failure(
      EXIT.noAccess,
      `Not signed in at ${url}. Run harkara login, or set HARKARA_API_KEY (or HARKARA_TOKEN).`,
    )
  },
  renew: async () => false,
})

/** Access tokens last minutes; the refresh token gives new ones for weeks, a new one of itself each time. */
function session(stored: Credentials, path: string): SignIn {
  let current = stored
  return {
    token: () => current.accessToken,
    async renew(api) {
      const newest = await readCredentials(path)
      const isRenewedByAnother = newest?.url === stored.url && newest.accessToken !== current.accessToken
      if (isRenewedByAnother) {
        current = newest
        return true
      }
      const { refreshToken } = current
      try {
        const request = { method: 'POST', path: '/auth/refresh', json: { refreshToken }, isOpen: true } as const
        const { accessToken, refreshToken: next } = await api.json<Session>(request)
        current = { ...current, accessToken, refreshToken: next }
      } catch (error) {
        if (error instanceof Refusal && error.status === 401)
          throw new Failure(EXIT.noAccess, 'Your session has ended. Run harkara login.', error.data)
        throw error
      }
      await saveCredentials(path, current)
      return true
    },
  }
}
