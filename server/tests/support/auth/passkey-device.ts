import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

/**
 * An authenticator in software: creates passkeys and signs with them as a browser would return it. What it signs can be
 * spoiled, to see that the server notices.
 */
export interface Ceremony {
  origin?: string
  rpId?: string
  isUserVerified?: boolean
  signCount?: number
  userHandle?: string
}

interface Options {
  challenge: string
  rp?: { id: string }
  rpId?: string
  user?: { id: string }
}

export const ORIGIN = 'http://product.test'
const RP_ID = 'product.test'

export function newPasskeyDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let handle = ''

  const clientData = (type: string, { challenge }: Options, { origin = ORIGIN }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = ({ rpId = RP_ID, isUserVerified = true, signCount = 0 }: Ceremony, attested?: Buffer) => {
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(signCount)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
  }

  return {
    id,
    /** The answer to `navigator.credentials.create()`. */
    create(options: Options, spoiled: Ceremony = {}) {
      handle = options.user?.id ?? ''
      const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))
      const length = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const authData = authenticatorData(spoiled, attested)
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        bytes(authData),
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options, spoiled).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** The answer to `navigator.credentials.get()`. */
    get(options: Options, spoiled: Ceremony = {}) {
      const data = clientData('webauthn.get', options, spoiled)
      const authData = authenticatorData(spoiled)
      const signature = createSign('sha256')
        .update(Buffer.concat([authData, sha256(data)]))
        .sign(privateKey)
      return {
        id,
        rawId: id,
        type: 'public-key',
        authenticatorAttachment: 'platform',
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: spoiled.userHandle ?? handle,
        },
      }
    },
  }
}
export type PasskeyDevice = ReturnType<typeof newPasskeyDevice>

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

// As much CBOR as a passkey needs.
const text = (value: string) => Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)])
const bytes = (value: Buffer) => Buffer.concat([Buffer.from([0x59, value.length >> 8, value.length & 255]), value])
/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y} */
const coseKey = (x: Buffer, y: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    x,
    Buffer.from([0x22, 0x58, 0x20]),
    y,
  ])
