import { checkFile } from './check-file.ts'

/** A large file is read beside the page, which stays quick meanwhile. */
self.onmessage = async ({ data }: MessageEvent<File>) => {
  self.postMessage({ check: await checkFile(data, (bytes) => self.postMessage({ bytes })) })
}
