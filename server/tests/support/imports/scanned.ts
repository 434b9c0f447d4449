import { builtinScanner } from '../../../src/adapters/virus-scanner/builtin.ts'

export const scan = (file: Buffer, chunkBytes?: number) => builtinScanner().scan(from(file, chunkBytes))

/** Returns a function that yields the file in chunks, from the beginning each time. */
export function from(file: Buffer, chunkBytes = 65_536) {
  return async function* () {
    for (let at = 0; at < file.length; at += chunkBytes) yield file.subarray(at, at + chunkBytes)
  }
}
