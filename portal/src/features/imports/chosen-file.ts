import { ConnectionLost } from '../../api/problem.ts'
import { session } from '../../api/session.ts'
import { createStore } from '../../api/store.ts'
import { upload } from '../../api/upload.ts'
import { newKey } from '../../api/use-write.ts'
import { checkBeside } from './check/check-beside.ts'
import type { FileCheck } from './check/check-file.ts'
import type { Accepted } from './queries.ts'

export interface ChosenFile {
  file: File
  /** Undefined while the browser still looks at it. */
  check?: FileCheck
  checkedBytes: number
  listName: string
  /** It was imported before, and shall be once more. */
  isOnceMore: boolean
  /** How much has left; undefined while nothing is on its way. */
  sentBytes?: number
  error?: unknown
  /** The server has it: this is its import. */
  jobId?: string
}

/** The file somebody chose. It outlives the page, so that nobody has to choose it anew after a look elsewhere. */
export const chosenFile = createStore<ChosenFile | undefined>(undefined)

let sending: AbortController | undefined
/** What was sent last, and its key: the same again is the same upload to the server. */
let intent: { about: string; file: File; key: string } | undefined

export function chooseFile(file: File) {
  letGo()
  chosenFile.set({ file, checkedBytes: 0, listName: '', isOnceMore: false })
  const change = (part: Partial<ChosenFile>) => changeFile(file, part)
  checkBeside(file, (checkedBytes) => change({ checkedBytes })).then(
    (check) => change({ check }),
    () => change({ check: { problem: 'This file cannot be read. Perhaps it was moved or is still open elsewhere.' } }),
  )
}

export function letGo() {
  sending?.abort()
  sending = undefined
  intent = undefined
  chosenFile.set(undefined)
}

export const nameList = (listName: string) => {
  const now = chosenFile.get()
  if (now) chosenFile.set({ ...now, listName })
}

export function sendOnceMore() {
  const now = chosenFile.get()
  if (now) chosenFile.set({ ...now, isOnceMore: true })
  return sendFile()
}

export async function sendFile() {
  const now = chosenFile.get()
  if (!now || now.sentBytes !== undefined) return
  const { file, listName, isOnceMore } = now
  const fields = {
    // What the columns are is asked for in the next step.
    autoMap: 'false',
    ...(listName.trim() && { listName: listName.trim() }),
    ...(isOnceMore && { allowDuplicateFile: 'true' }),
  }
  const controller = new AbortController()
  sending = controller
  changeFile(file, { sentBytes: 0, error: undefined })
  addEventListener('beforeunload', warn)
  try {
    const { jobId } = await upload<Accepted>('/contacts/import', formOf(file, fields), {
      idempotencyKey: keyFor(file, JSON.stringify(fields)),
      onProgress: (sentBytes) => changeFile(file, { sentBytes }),
      signal: controller.signal,
    })
    changeFile(file, { jobId })
  } catch (error) {
    if (controller.signal.aborted) return
    const isGone = error instanceof ConnectionLost && !(await isReadable(file))
    changeFile(file, isGone ? { check: { problem: CHANGED }, sentBytes: undefined } : { error, sentBytes: undefined })
  } finally {
    removeEventListener('beforeunload', warn)
  }
}

/** Stops an upload on its way; the file stays chosen. */
export function stopSending() {
  const now = chosenFile.get()
  sending?.abort()
  if (now) changeFile(now.file, { sentBytes: undefined })
}

const CHANGED = 'This file was changed or moved after you chose it. Choose it again, as it is now.'

/** A browser hands out no file that was saved anew meanwhile; to an upload that looks like a broken line. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

function keyFor(file: File, about: string): string {
  if (intent?.file !== file || intent.about !== about) intent = { file, about, key: newKey() }
  return intent.key
}

function formOf(file: File, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  // Windows calls a CSV what it likes; the server wants one of the names that a table has.
  form.append('file', new Blob([file], { type: 'application/octet-stream' }), file.name)
  return form
}

/** Only of the file that is still chosen: what an earlier one has to say comes too late. */
function changeFile(file: File, part: { [Key in keyof ChosenFile]?: ChosenFile[Key] | undefined }) {
  const now = chosenFile.get()
  if (now?.file === file) chosenFile.set({ ...now, ...part } as ChosenFile)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

session.watch(() => {
  if (session.get().state === 'out') letGo()
})
