import { randomUUID } from 'node:crypto'
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { hasCode, isSystemError } from '../start-failure.ts'

/** The package's list of symlinks. npm packages cannot contain symlinks, so an install script creates them. */
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

/** Creates missing symlinks. Returns false when they cannot be written. */
export async function redoSymlinks(packageDir: string): Promise<boolean> {
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of Symlinks.parse(JSON.parse(list))) {
    try {
      await symlink(basename(source), join(packageDir, target))
    } catch (error) {
      if (!isSystemError(error)) throw error
      if (!hasCode(error, 'EEXIST')) return false
    }
  }
  return true
}

/** Copies the programs with modes that let every user read and run them. */
export async function copyBinaries(packageDir: string, copy: string): Promise<void> {
  const draft = `${copy}.${randomUUID()}.draft`
  await mkdir(draft)
  await copyTree(join(packageDir, 'native'), join(draft, 'native'))
  await redoSymlinks(draft)
  await chmod(draft, 0o755)
  await rm(copy, { recursive: true, force: true })
  await rename(draft, copy)
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await copyTree(source, target)
    else if (entry.isFile()) await copyReadable(source, target)
  }
  await chmod(to, 0o755)
}

async function copyReadable(source: string, target: string): Promise<void> {
  await copyFile(source, target)
  const { mode } = await stat(source)
  await chmod(target, mode & 0o100 ? 0o755 : 0o644)
}
