import { randomBytes } from 'node:crypto'

/** Laid out like the ids of the real provider, which contain the number of the other side in base64. */
export function newWamid(digits: string): string {
  const number = Buffer.from(digits, 'ascii')
  const own = Buffer.from(randomBytes(16).toString('hex').toUpperCase(), 'ascii')
  const head = [0x1c, 0x18, number.length]
  const middle = [0x15, 0x02, 0x00, 0x11, 0x18, own.length]
  const bytes = Buffer.concat([Buffer.from(head), number, Buffer.from(middle), own, Buffer.from([0])])
  return `wamid.${bytes.toString('base64')}`
}
