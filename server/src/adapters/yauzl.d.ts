/** The part of yauzl 3 that we use; the package ships no types. */
declare module 'yauzl' {
  export interface Entry {
    fileNameRaw: Buffer
    extraFields: { id: number; data: Buffer }[]
    versionMadeBy: number
    generalPurposeBitFlag: number
    compressionMethod: number
    compressedSize: number
    uncompressedSize: number
    crc32: number
    externalFileAttributes: number
    relativeOffsetOfLocalHeader: number
    isEncrypted(): boolean
  }

  export interface LocalFileHeader {
    fileDataStart: number
    fileName: Buffer
    generalPurposeBitFlag: number
    compressionMethod: number
    compressedSize: number
    uncompressedSize: number
  }

  export interface ZipFile {
    entryCount: number
    /** Where the next entry of the central directory begins. */
    readEntryCursor: number
    eachEntry(): AsyncIterable<Entry>
    readLocalFileHeaderPromise(entry: Entry): Promise<LocalFileHeader>
  }

  export function fromBufferPromise(
    buffer: Buffer,
    options: { decodeStrings: boolean; validateEntrySizes: boolean },
  ): Promise<ZipFile>
  export function getFileNameLowLevel(
    flags: number,
    raw: Buffer,
    extraFields: Entry['extraFields'],
    strict: boolean,
  ): string
  /** The problem with the name, or null if there is none. */
  export function validateFileName(name: string): string | null
}
