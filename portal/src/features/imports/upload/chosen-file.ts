import { ConnectionLost } from '../../../api/problem.ts'
import { session } from '../../../api/session.ts'
import { createStore } from '../../../api/state/store.ts'
import { upload } from '../../../api/upload.ts'
import { randomKey } from '../../../api/use-api-mutation.ts'
import { t } from '../../../format/translate.ts'
import type { FileCheck } from '../check/check-file.ts'
import { checkFileInWorker } from '../check/check-in-worker.ts'
import type { Accepted } from '../queries.ts'

export interface ChosenFile {
  file: File
  /** Undefined while the check is running. */
  check?: FileCheck
  checkedBytes: number
  listName: string
  /** Empty: detected automatically. Undefined until the user changes it: the vendor's own country. */
  defaultCountry?: string
  /** The user confirmed importing a file that was imported before. */
  isRepeat: boolean
  /** Undefined while no upload is running. */
  sentBytes?: number
  error?: unknown
  /** Set once the server has accepted the upload. */
  jobId?: string
}

/** The chosen file. It lives outside the page component, so that it survives navigation. */
export const chosenFile = createStore<ChosenFile | undefined>(undefined)

let sending: AbortController | undefined
/** The last request and its idempotency key. The same request keeps its key, so that a retry is not a second upload. */
let intent: { about: string; file: File; key: string } | undefined

export function chooseFile(file: File) {
  clearChosenFile()
  chosenFile.set({ file, checkedBytes: 0, listName: '', isRepeat: false })
  const change = (part: Partial<ChosenFile>) => changeFile(file, part)
  checkFileInWorker(file, (checkedBytes) => change({ checkedBytes })).then(
    (check) => change({ check }),
    () =>
      change({
        check: { problem: t('This file cannot be read. It may have been moved, or it is open in another app.') },
      }),
  )
}

export function clearChosenFile() {
  sending?.abort()
  sending = undefined
  intent = undefined
  chosenFile.set(undefined)
}

export function setUploadOptions(options: Partial<Pick<ChosenFile, 'listName' | 'defaultCountry'>>) {
  const now = chosenFile.get()
  if (now) chosenFile.set({ ...now, ...options })
}

export function uploadAgain() {
  const now = chosenFile.get()
  if (now) chosenFile.set({ ...now, isRepeat: true })
  return uploadFile()
}

export async function uploadFile() {
  const now = chosenFile.get()
  if (!now || now.sentBytes !== undefined) return
  const { file, listName, defaultCountry, isRepeat } = now
  const fields = {
    // The columns are mapped by the user in the next step.
    autoMap: 'false',
    ...(defaultCountry && { defaultCountry }),
    ...(listName.trim() && { listName: listName.trim() }),
    ...(isRepeat && { allowDuplicateFile: 'true' }),
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

/** Cancels the upload and keeps the chosen file. */
export function cancelUpload() {
  const now = chosenFile.get()
  sending?.abort()
  if (now) changeFile(now.file, { sentBytes: undefined })
}

const CHANGED = t('This file was changed or moved after you chose it. Choose it again.')

/** Browsers refuse to read a file that was changed after it was chosen, and the upload fails like a lost connection. */
const isReadable = (file: File) =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )

function keyFor(file: File, about: string): string {
  if (intent?.file !== file || intent.about !== about) intent = { file, about, key: randomKey() }
  return intent.key
}

function formOf(file: File, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  // The MIME type of a CSV file depends on the operating system, so the server goes by the file name.
  form.append('file', new Blob([file], { type: 'application/octet-stream' }), file.name)
  return form
}

/** Ignores updates for a file that is no longer the chosen one. */
function changeFile(file: File, part: { [Key in keyof ChosenFile]?: ChosenFile[Key] | undefined }) {
  const now = chosenFile.get()
  if (now?.file === file) chosenFile.set({ ...now, ...part } as ChosenFile)
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

session.subscribe(() => {
  if (session.get().state === 'signed-out') clearChosenFile()
})
