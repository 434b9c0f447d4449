import { ApiError } from './api/api-error.ts'
import type { SignIn } from './api/client.ts'
import type { Session } from './api/shapes.ts'
import type { Options } from './arguments.ts'
import { type Credentials, readCredentials, saveCredentials } from './credentials.ts'
import { EXIT, Failure, usage } from './failure.ts'

const DEFAULT_URL = 'http://localhost:3000'

interface Connection {
  url: string
  signIn: SignIn
}

/** The URL and credentials: from the options, the environment or the stored session, in this order. */
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
  if (!url || !/^https?:$/.test(url.protocol)) throw usage('--url must be a URL such as https://harkara.example.')
  if (url.username || url.password)
    throw usage('--url must not contain a user name or password. See harkara login --help.')
  return url.href.replace(/\/+$/, '')
}

/** Rejects tokens that cannot be sent in a header. */
function fixedToken(token: string): SignIn {
  if (!/^[\x21-\x7e]+$/.test(token)) throw usage('The token or API key is empty or contains invalid characters.')
  return { token: () => token, renew: async () => false }
}

const nobody = (url: string): SignIn => ({
  token() {
    throw new Failure(
      EXIT.noAccess,
      `You are not signed in at ${url}. Run harkara login, or set HARKARA_API_KEY or HARKARA_TOKEN.`,
    )
  },
  renew: async () => false,
})

/** Renews the access token with the refresh token, which is rotated each time. */
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
        if (error instanceof ApiError && error.status === 401)
          throw new Failure(EXIT.noAccess, 'Your session has expired. Run harkara login.', error.data)
        throw error
      }
      await saveCredentials(path, current)
      return true
    },
  }
}
