import sodium from 'sodium-native'
import { randomKey } from './aead.ts'

/**
 * Encrypts files as streams (libsodium's secretstream). Every block is authenticated together with its position, so a
 * file that was truncated or reordered cannot be decrypted. Each file has its own key, which is stored encrypted beside
 * the file's name.
 */
export const newFileKey = randomKey

const BLOCK_BYTES = 64 * 1024
const OVERHEAD_BYTES = sodium.crypto_secretstream_xchacha20poly1305_ABYTES
const HEADER_BYTES = sodium.crypto_secretstream_xchacha20poly1305_HEADERBYTES
/** The type declarations of the package lack the first constant and declare the tags as buffers. */
const STATE_BYTES =
  (sodium as unknown as Record<string, number>)['crypto_secretstream_xchacha20poly1305_STATEBYTES'] ?? 0
const FINAL = sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL as unknown as number
const MESSAGE = sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE as unknown as number

type State = Parameters<typeof sodium.crypto_secretstream_xchacha20poly1305_init_push>[0]

/** Each piece is valid until the next one is requested; file stores have written it by then. */
export async function* encryptFile(key: Buffer, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const state = Buffer.alloc(STATE_BYTES) as unknown as State
  const header = Buffer.alloc(HEADER_BYTES)
  sodium.crypto_secretstream_xchacha20poly1305_init_push(state, header, key)
  yield header
  const sealed = Buffer.allocUnsafeSlow(BLOCKS_AT_ONCE * (BLOCK_BYTES + OVERHEAD_BYTES))
  let length = 0
  const push = (block: Buffer, tag: number) => {
    const end = length + block.length + OVERHEAD_BYTES
    const at = sealed.subarray(length, end)
    sodium.crypto_secretstream_xchacha20poly1305_push(state, at, block, null, tag as unknown as Buffer)
    length = end
  }
  // The last block is marked as the last, so one block is always held back.
  let held: Buffer | undefined
  for await (const block of inBlocks(content, BLOCK_BYTES)) {
    if (held) push(held, MESSAGE)
    held = block
    if (length < sealed.length) continue
    yield sealed
    length = 0
  }
  push(held ?? EMPTY, FINAL)
  yield sealed.subarray(0, length)
}

/** Several encrypted blocks are yielded together, because the caller waits for a write after each. */
const BLOCKS_AT_ONCE = 4
const EMPTY = Buffer.alloc(0)

/** Throws when anything was altered, is missing or was appended. Blocks before that have been yielded already. */
export async function* decryptFile(key: Buffer, content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const state = Buffer.alloc(STATE_BYTES) as unknown as State
  const tag = Buffer.alloc(1)
  let isBegun = false
  let isEnded = false
  for await (const block of inBlocks(content, BLOCK_BYTES + OVERHEAD_BYTES, HEADER_BYTES)) {
    if (!isBegun) {
      sodium.crypto_secretstream_xchacha20poly1305_init_pull(state, block, key)
      isBegun = true
      continue
    }
    if (isEnded) throw new Error('the encrypted file has data after its end')
    if (block.length < OVERHEAD_BYTES) throw new Error('the encrypted file is truncated')
    const plain = Buffer.allocUnsafeSlow(block.length - OVERHEAD_BYTES)
    sodium.crypto_secretstream_xchacha20poly1305_pull(state, plain, tag, block, null)
    isEnded = tag[0] === FINAL
    yield plain
  }
  if (!isEnded) throw new Error('the encrypted file is truncated')
}

/**
 * Splits the content into blocks of one size; the last one may be shorter, and the first may have its own size. A block
 * is valid until the one after the next is requested: the buffers are reused to spare the garbage collector.
 */
async function* inBlocks(content: AsyncIterable<Uint8Array>, bytes: number, firstBytes = bytes) {
  let [filling, given] = [Buffer.allocUnsafeSlow(bytes), Buffer.allocUnsafeSlow(bytes)]
  let length = 0
  let wanted = firstBytes
  for await (const chunk of content) {
    for (let at = 0; at < chunk.byteLength; ) {
      const part = chunk.subarray(at, at + wanted - length)
      filling.set(part, length)
      at += part.byteLength
      length += part.byteLength
      if (length < wanted) continue
      yield filling.subarray(0, length)
      ;[filling, given] = [given, filling]
      length = 0
      wanted = bytes
    }
  }
  if (length > 0) yield filling.subarray(0, length)
}
