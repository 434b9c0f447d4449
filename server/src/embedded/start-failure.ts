/** A problem that the person who starts the product can fix. The message is the one line that is printed. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}

/** Runs `work` and turns file system errors about the data directory into a sentence that says what to do. */
export async function withStartFailures<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isSystemError(error) ? new StartFailure(explain(dataDir, error), { cause: error }) : error
  }
}

export const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error

export const hasCode = (error: unknown, ...codes: string[]) =>
  isSystemError(error) && error.code !== undefined && codes.includes(error.code)

function explain(dataDir: string, error: NodeJS.ErrnoException): string {
  const elsewhere = 'set DATA_DIR to another directory'
  switch (error.code) {
    case 'EACCES':
    case 'EPERM':
      return `The data directory ${dataDir} is not accessible to this user (${error.message}): grant write access, or ${elsewhere}.`
    case 'EROFS':
      return `The data directory ${dataDir} is on a read-only file system: make it writable, or ${elsewhere}.`
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data directory ${dataDir} cannot be created because a file is in its place: remove the file, or ${elsewhere}.`
    case 'ENOSPC':
    case 'EDQUOT':
      return `There is no space left for the data directory ${dataDir}: free some space, or ${elsewhere}.`
    default:
      return `The data directory ${dataDir} cannot be used (${error.message}): fix the problem, or ${elsewhere}.`
  }
}
