import { writeFile } from 'node:fs/promises'
import type { ClientBase } from 'pg'

/** A thirtieth of what others get, while they want it. */
const NICE = '15'

/**
 * Linux shares its processors out among sessions, and each process of the server is one of its own: two of them that
 * write rows have twice what all the rest of us has, and whoever asks a small thing waits for them. Where there is no
 * such file, or it is not ours to write, it stays like that.
 */
export function lowerPriority(client: ClientBase): void {
  const { processID } = client as ClientBase & { processID: number }
  writeFile(`/proc/${processID}/autogroup`, NICE).catch(() => {})
}
