import { checkFile, type FileCheck } from './check-file.ts'

type Message = { bytes: number } | { check: FileCheck }

/** Checks a file in a web worker, or on the main thread if no worker can be started. */
export async function checkFileInWorker(file: File, onProgress: (bytes: number) => void): Promise<FileCheck> {
  try {
    return await inWorker(file, onProgress)
  } catch {
    return checkFile(file, onProgress)
  }
}

function inWorker(file: File, onProgress: (bytes: number) => void): Promise<FileCheck> {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  const work = new Promise<FileCheck>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Message>) =>
      'check' in data ? resolve(data.check) : onProgress(data.bytes)
    worker.onerror = reject
    worker.postMessage(file)
  })
  return work.finally(() => worker.terminate())
}
