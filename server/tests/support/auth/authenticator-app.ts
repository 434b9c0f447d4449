import { createHmac } from 'node:crypto'
import { totpCode, totpStep } from '../../../src/domain/accounts/sign-in/totp.ts'
import type { Clock } from '../../../src/platform/clock/clock.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Shows the codes of a secret, as an authenticator app does. `shift` is in steps of 30 seconds. */
export function authenticatorApp(secret: string, clock: Clock) {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const mac = (counter: Uint8Array) => createHmac('sha1', key).update(counter).digest()
  return { code: (shift = 0) => totpCode(mac, totpStep(clock.now()) + shift) }
}
export type AuthenticatorApp = ReturnType<typeof authenticatorApp>

/** A code that is not right at any tolerated step. */
export function wrongCode(app: AuthenticatorApp): string {
  const right = [-1, 0, 1].map((shift) => app.code(shift))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}
