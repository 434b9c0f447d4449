import { type Query, send } from './request.ts'

/** Fetches a file with the current session and saves it. */
export async function download(path: string, fileName: string, query?: Query) {
  save(await (await send('GET', path, { query })).blob(), fileName)
}

export function save(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Browsers read the URL asynchronously.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
