import { type Query, send } from './request.ts'

/** Fetches a file as whoever is signed in and hands it to the browser to save. */
export async function download(path: string, fileName: string, query?: Query) {
  save(await (await send('GET', path, { query })).blob(), fileName)
}

export function save(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Browsers read it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
