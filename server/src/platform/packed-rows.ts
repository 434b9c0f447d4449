import { deflateSync, inflateSync } from 'node:zlib'
import { IMPORT_CHUNK_BYTES_MAX, IMPORT_ROW_BYTES_MAX } from '../domain/limits.ts'

/** Compresses rows of the table reader. They are repetitive: the lightest compression leaves a third of the bytes. */
export const packRows = (json: string): Buffer => deflateSync(json, { level: 1 })

/** Whether rows can be read again. Those of the table reader are, because it limits chunks. */
export const isUnpackable = (json: string): boolean => Buffer.byteLength(json) <= LIMIT.maxOutputLength

/** Also reads rows that were stored before compression. The output is limited to the size of a chunk. */
export const unpackRows = <Row>(packed: Uint8Array): Row[] => JSON.parse(unpackJson(packed).toString())

/** The rows as the bytes of their JSON, which can be searched faster than parsed. */
export const unpackJson = (packed: Uint8Array): Buffer =>
  packed[0] === BRACKET ? Buffer.from(packed) : inflateSync(packed, LIMIT)

const BRACKET = '['.charCodeAt(0)
const BRACKETS = 2
const LIMIT = { maxOutputLength: Math.max(IMPORT_CHUNK_BYTES_MAX, IMPORT_ROW_BYTES_MAX) + BRACKETS }
