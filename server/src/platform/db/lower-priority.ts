import { writeFile } from 'node:fs/promises'
import type { ClientBase } from 'pg'

/** About a thirtieth of the CPU share of other processes. */
const NICE = '15'

/**
 * Linux schedules by session, and each backend of the database server is its own session: two backends that write rows get
 * twice the share of the whole product, and small requests wait for them. Does nothing where the file does not exist or
 * may not be written.
 */
export function lowerPriority(client: ClientBase): void {
  const { processID } = client as ClientBase & { processID: number }
  writeFile(`/proc/${processID}/autogroup`, NICE).catch(() => {})
}
