import { createApi } from '../api/client.ts'
import type { Session, SignIn } from '../api/shapes.ts'
import type { Options } from '../arguments.ts'
import { urlFor } from '../connection.ts'
import type { Outcome } from '../context.ts'
import { forgetCredentials, readCredentials, saveCredentials } from '../credentials.ts'
import { EXIT, Failure, usage } from '../failure.ts'
import type { Terminal } from '../terminal.ts'

const UNKNOWN = { token: () => undefined, renew: async () => false }
const PATIENTLY = () => {}

/** Signs in and keeps the session in a file that only its owner may read. The password is kept nowhere. */
export async function loginCommand(
  terminal: Terminal,
  options: Options,
  env: NodeJS.ProcessEnv,
  path: string,
): Promise<Outcome> {
  const url = urlFor(options, env, await readCredentials(path))
  const email = options.email ?? (terminal.isInteractive ? await terminal.ask(`Email for ${url}: `) : '')
  if (email === '') throw usage('Give --email; the password is then read from the terminal or the standard input.')
  const password = await terminal.askSecret('Password: ')
  const request = { method: 'POST', path: '/auth/login', json: { email, password }, isOpen: true } as const
  const answer = await createApi(url, UNKNOWN, PATIENTLY).json<SignIn>(request)
  const session = 'challengeToken' in answer ? await answerChallenge(terminal, url, email, answer) : answer
  const { accessToken, refreshToken } = session
  await saveCredentials(path, { url, email, accessToken, refreshToken })
  if (!options.json) terminal.print(`Signed in at ${url} as ${email}.`)
  return { exitCode: EXIT.done, data: { url, email } }
}

/** Others are guessing at the account, so the password alone does not do: a code was mailed. */
async function answerChallenge(
  terminal: Terminal,
  url: string,
  email: string,
  { challengeToken }: { challengeToken: string },
): Promise<Session> {
  if (!terminal.isInteractive)
    throw new Failure(
      EXIT.noAccess,
      'This sign-in needs a code that is mailed. Run "harkara login" in a terminal, or use an API key.',
    )
  terminal.remark('Somebody has entered many wrong passwords for this account, so a code is needed, too.')
  const code = await terminal.ask(`Code from the email to ${email} (sent if the password was right): `)
  const request = { method: 'POST', path: '/auth/challenge', json: { challengeToken, code }, isOpen: true } as const
  return createApi(url, UNKNOWN, PATIENTLY).json<Session>(request)
}

/** Ends the session at the server too; a server that cannot be reached does not keep anybody signed in here. */
export async function logoutCommand(terminal: Terminal, options: Options, path: string): Promise<Outcome> {
  const stored = await readCredentials(path)
  await forgetCredentials(path)
  if (stored) {
    const { url, refreshToken } = stored
    const request = { method: 'POST', path: '/auth/logout', json: { refreshToken }, isOpen: true } as const
    await createApi(url, UNKNOWN, PATIENTLY)
      .json(request)
      .catch((error: Error) => terminal.remark(`The session is forgotten here, but: ${error.message}`))
  }
  if (!options.json) terminal.print(stored ? `Signed out of ${stored.url}.` : 'Nobody was signed in.')
  return { exitCode: EXIT.done, data: {} }
}
