import { createApi } from '../api/client.ts'
import type { Challenge, Session, SignIn } from '../api/shapes.ts'
import type { Options } from '../arguments.ts'
import { urlFor } from '../connection.ts'
import type { Outcome } from '../context.ts'
import { forgetCredentials, readCredentials, saveCredentials } from '../credentials.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

const ANONYMOUS = { token: () => undefined, renew: async () => false }
const RETRY_SILENTLY = () => {}

/** Signs in and stores the session in a file that only its owner can read. The password is not stored. */
export async function loginCommand(
  terminal: Terminal,
  options: Options,
  env: NodeJS.ProcessEnv,
  path: string,
): Promise<Outcome> {
  const url = urlFor(options, env, await readCredentials(path))
  const email = options.email ?? (terminal.isInteractive ? await terminal.ask(`Email for ${url}: `) : '')
  if (email === '') throw usage('--email is required. The password is read from the terminal or from standard input.')
  const password = await terminal.askSecret('Password: ')
  const request = { method: 'POST', path: '/auth/login', json: { email, password }, isOpen: true } as const
  const answer = await createApi(url, ANONYMOUS, RETRY_SILENTLY).json<SignIn>(request)
  const session = 'challengeToken' in answer ? await answerChallenge(terminal, url, email, answer) : answer
  const { accessToken, refreshToken } = session
  await saveCredentials(path, { url, email, accessToken, refreshToken })
  if (!options.json) terminal.print(`Signed in at ${url} as ${email}.`)
  return { exitCode: EXIT.done, data: { url, email } }
}

/** While the account is under a password-guessing attack, an emailed code is required; then, or at once, the second factor. */
async function answerChallenge(
  terminal: Terminal,
  url: string,
  email: string,
  { challengeToken, methods }: Challenge,
): Promise<Session> {
  if (!terminal.isInteractive)
    throw new Failure(
      EXIT.noAccess,
      `This sign-in requires ${methods ? 'a second factor' : 'a code sent by email'}. Run "harkara login" in a terminal, or use an API key.`,
    )
  const given = methods ? await askSecondFactor(terminal, methods) : { code: await askEmailedCode(terminal, email) }
  const json = { challengeToken, ...given }
  const request = { method: 'POST', path: '/auth/challenge', json, isOpen: true } as const
  const answer = await createApi(url, ANONYMOUS, RETRY_SILENTLY).json<SignIn>(request)
  return 'challengeToken' in answer ? answerChallenge(terminal, url, email, answer) : answer
}

async function askEmailedCode(terminal: Terminal, email: string) {
  terminal.note('Many wrong passwords were entered for this account, so a code is required as well.')
  return terminal.ask(`Code from the email to ${email} (sent if the password is correct): `)
}

/** Passkeys need a browser. */
async function askSecondFactor(terminal: Terminal, methods: readonly string[]) {
  const kinds = [
    ...(methods.includes('TOTP') ? ['code from your authenticator app'] : []),
    ...(methods.includes('RECOVERY_CODE') ? ['recovery code'] : []),
  ]
  if (kinds.length === 0)
    throw new Failure(EXIT.noAccess, 'This account signs in with a passkey, which needs a browser. Use an API key.')
  const typed = (await terminal.ask(`Two-factor authentication: ${kinds.join(' or ')}: `)).trim()
  return /^\d{6}$/.test(typed) ? { code: typed } : { recoveryCode: typed }
}

/** Also ends the session on the server. The local session is removed even if the server cannot be reached. */
export async function logoutCommand(terminal: Terminal, options: Options, path: string): Promise<Outcome> {
  const stored = await readCredentials(path)
  await forgetCredentials(path)
  if (stored) {
    const { url, refreshToken } = stored
    const request = { method: 'POST', path: '/auth/logout', json: { refreshToken }, isOpen: true } as const
    await createApi(url, ANONYMOUS, RETRY_SILENTLY)
      .json(request)
      .catch((error: Error) =>
        terminal.note(`Signed out locally, but the session on the server could not be ended: ${error.message}`),
      )
  }
  if (!options.json) terminal.print(stored ? `Signed out of ${stored.url}.` : 'You were not signed in.')
  return { exitCode: EXIT.done, data: {} }
}
