import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { z } from 'zod'
import { isContextPassword } from '../domain/accounts/context-words.ts'
import { OPERATOR_ROLES } from '../domain/accounts/operator-role.ts'
import { createOperator } from '../features/auth/accounts/accounts.ts'
import { CONTEXT_PASSWORD, Email, NewPassword } from '../features/auth/schema.ts'
import { runCommand, UsageError } from './command.ts'

/** Asks for the password instead of taking an argument, because every user of the machine can see arguments. */
await runCommand(async (deps, [address, roleWord = 'OWNER']) => {
  const email = Email.safeParse(address)
  const role = z.enum(OPERATOR_ROLES).safeParse(roleWord)
  if (!email.success || !role.success)
    throw new UsageError(
      `Usage: npm run operator:create -- <email> [${OPERATOR_ROLES.join('|')}]   (the password is read from standard input)`,
    )
  const password = NewPassword.safeParse(await askPassword())
  if (!password.success) throw new UsageError(`Password: ${password.error.issues[0]?.message}`)
  if (isContextPassword(password.data, [email.data])) throw new UsageError(`Password: ${CONTEXT_PASSWORD}`)
  await createOperator(deps, { email: email.data, password: password.data, role: role.data })
  return `Operator ${email.data} was created with the role ${role.data} and can sign in.`
})

/** Does not echo the input. */
async function askPassword(): Promise<string> {
  process.stderr.write('Password: ')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: unseen, terminal: process.stdin.isTTY === true })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    process.stderr.write('\n')
  }
}
