import { checkFile } from './check-file.ts'

/** Reads the file off the main thread, so that the page stays responsive. */
self.onmessage = async ({ data }: MessageEvent<File>) => {
  self.postMessage({ check: await checkFile(data, (bytes) => self.postMessage({ bytes })) })
}
