import { OTP_DIGITS, TOTP_DRIFT_STEPS, TOTP_STEP_SECONDS } from '../../limits.ts'

/** Time-based one-time passwords: RFC 6238 with HMAC-SHA-1, which every authenticator app supports. */
export const totpStep = (now: Date) => Math.floor(now.getTime() / 1000 / TOTP_STEP_SECONDS)

/** HMAC-SHA-1 with the secret that the server and the app share. */
type TotpMac = (counter: Uint8Array) => Uint8Array

/** RFC 4226: four bytes of the HMAC, at an offset that its last byte gives. */
export function totpCode(mac: TotpMac, step: number, digits = OTP_DIGITS): string {
  const counter = new Uint8Array(8)
  new DataView(counter.buffer).setBigUint64(0, BigInt(step))
  const bytes = mac(counter)
  const offset = (bytes.at(-1) ?? 0) & 0x0f
  const word = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset)
  return String((word & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

/**
 * The step of an accepted code, to be stored as `lastStep` of the next check: a step is accepted once, and earlier ones
 * never again. Undefined when the code is wrong, too old or used. One step of clock difference is tolerated.
 */
export function acceptedStep(
  mac: TotpMac,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number | null },
): number | undefined {
  const current = totpStep(now)
  const candidates = Array.from({ length: 2 * TOTP_DRIFT_STEPS + 1 }, (_, i) => current - TOTP_DRIFT_STEPS + i)
  return candidates.find((step) => step > (lastStep ?? -1) && totpCode(mac, step) === code)
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as people type it into an authenticator app. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

/** The address that authenticator apps read from a QR code. */
export function otpauthUrl(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${OTP_DIGITS}&period=${TOTP_STEP_SECONDS}`
  return `otpauth://totp/${label}?${query}`
}
