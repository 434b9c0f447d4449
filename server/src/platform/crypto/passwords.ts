import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

/** argon2id as OWASP advises for servers: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
const COMMON_PASSWORDS = 10_000

export const hashPassword = (password: string) => hash(password.normalize('NFC'), COST)

/** With a given salt (16 bytes) equal passwords have equal hashes: one calculation compares a password with several. */
export const hashPasswordWithSalt = (password: string, salt: Buffer) =>
  hash(password.normalize('NFC'), { ...COST, salt })

/** With no hash at hand the same work is done all the same, so that the time taken does not tell who has an account. */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(storedHash ?? (await decoy), password.normalize('NFC'))
  return matches && storedHash !== undefined
}

export const isCommonPassword = (password: string) => common.has(password.toLowerCase())

const decoy = hashPassword('nobody has this password')
const common = new Set(dictionary['passwords-common'].slice(0, COMMON_PASSWORDS))
