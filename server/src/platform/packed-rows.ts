import { deflateSync, inflateSync } from 'node:zlib'
import { IMPORT_CHUNK_BYTES_MAX, IMPORT_ROW_BYTES_MAX } from '../domain/limits.ts'

/** Rows as the table reader gives them: they repeat themselves, and the lightest compression leaves a third of them. */
export const packRows = (json: string): Buffer => deflateSync(json, { level: 1 })

/** Also what was stored before rows were packed. However little is given, no more comes out than a chunk may hold. */
export const unpackRows = <Row>(packed: Uint8Array): Row[] =>
  JSON.parse((packed[0] === BRACKET ? Buffer.from(packed) : inflateSync(packed, LIMIT)).toString())

const BRACKET = '['.charCodeAt(0)
const BRACKETS = 2
const LIMIT = { maxOutputLength: Math.max(IMPORT_CHUNK_BYTES_MAX, IMPORT_ROW_BYTES_MAX) + BRACKETS }
