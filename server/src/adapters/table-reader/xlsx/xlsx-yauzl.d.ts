/** Beside what the virus scanner uses of yauzl 3. */
declare module 'yauzl' {
  export interface Entry {
    crc32: number
  }
}
