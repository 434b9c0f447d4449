import { randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

type Prefix = 'order' | 'pay' | 'rfnd' | 'plan' | 'sub' | 'inv' | 'card' | 'cust' | 'evt'

/** Ids like those of the gateway: a type prefix and fourteen case-sensitive letters and digits. */
export const newId = (prefix: Prefix) =>
  `${prefix}_${Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

export const ACCOUNT_ID = 'acc_HarkaraSandbox'
