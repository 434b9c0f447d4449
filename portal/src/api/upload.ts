import { ConnectionLost } from './problem.ts'
import { headersOf, problemOf, urlOf, withSession } from './request.ts'
import { currentToken } from './session.ts'
import { markOffline, markOnline } from './state/connection.ts'

interface UploadOptions {
  /** The same for retries of the same file and fields, so that the server accepts them once. */
  idempotencyKey: string
  /** Bytes sent so far. */
  onProgress: (bytes: number) => void
  signal: AbortSignal
}

/** Uploads a form. Uses XMLHttpRequest because `fetch` does not report upload progress. */
export const upload = <Result>(path: string, form: FormData, options: UploadOptions) =>
  withSession(() => attempt<Result>(path, form, options))

function attempt<Result>(path: string, form: FormData, { idempotencyKey, onProgress, signal }: UploadOptions) {
  return new Promise<Result>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', urlOf(path))
    for (const [name, value] of Object.entries(headersOf(currentToken(), idempotencyKey)))
      request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => {
      markOnline()
      if (request.status < 300) resolve(JSON.parse(request.responseText))
      else void problemOf(responseOf(request)).then(reject)
    }
    request.onerror = () => {
      markOffline()
      reject(new ConnectionLost('no answer'))
    }
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) reject(signal.reason)
    else request.send(form)
  })
}

const ERROR_HEADERS = ['content-type', 'retry-after', 'x-request-id']

function responseOf(request: XMLHttpRequest): Response {
  const headers = ERROR_HEADERS.flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(request.responseText, { status: request.status, headers })
}
