import { newFileKey } from '../../../platform/crypto/file-cipher.ts'
import type { FieldCipher } from '../../../platform/crypto/keyring.ts'

const FILE_KEY = 'invoice.file-key'

/** Made with the document, not with the file: two workers that draw it at the same time then write the same thing. */
export const sealNewFileKey = (cipher: FieldCipher) => cipher.sealBytes(FILE_KEY, newFileKey())
export const openFileKey = (cipher: FieldCipher, sealed: Buffer) => cipher.openBytes(FILE_KEY, sealed)
