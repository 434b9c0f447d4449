import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

/** argon2id as OWASP advises for servers: 19 MiB, two passes, one lane. */
export const PASSWORD_MEMORY_KIB = 19_456
const COST = { timeCost: 2, parallelism: 1 } as const
const COMMON_PASSWORDS = 10_000

export type Passwords = ReturnType<typeof createPasswords>

/** Stored hashes carry their own cost, so that a changed one applies to new passwords and old ones still match. */
export function createPasswords(memoryKib: number) {
  const cost = { ...COST, memoryCost: memoryKib }
  const hashOne = (password: string) => hash(password.normalize('NFC'), cost)
  const decoy = hashOne('nobody has this password')
  return {
    hash: hashOne,

    /** With a given salt (16 bytes) equal passwords have equal hashes: one hash compares a password with several. */
    hashWithSalt: (password: string, salt: Buffer) => hash(password.normalize('NFC'), { ...cost, salt }),

    /** Without a hash it does the same work, so that the time taken does not reveal who has an account. */
    async verify(storedHash: string | undefined, password: string): Promise<boolean> {
      const matches = await verify(storedHash ?? (await decoy), password.normalize('NFC'))
      return matches && storedHash !== undefined
    },
  }
}

export const isCommonPassword = (password: string) => common.has(password.toLowerCase())

const common = new Set(dictionary['passwords-common'].slice(0, COMMON_PASSWORDS))
