import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from './prepare.mjs'

/**
 * Copies the checkout, with what is not committed yet, to a temporary folder. Packages are linked; the links to our own
 * workspaces are relative, so in the copy they lead to the copy. Caches stay behind.
 */
export function copyCheckout() {
  const copy = mkdtempSync(join(tmpdir(), 'harkara-copy-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\0')
  for (const file of files.filter((path) => path !== '' && existsSync(join(ROOT, path)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(ROOT, file), join(copy, file))
  }
  linkPackages(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function linkPackages(from, to) {
  mkdirSync(to)
  for (const name of readdirSync(from).filter((entry) => !entry.startsWith('.vite'))) {
    const path = join(from, name)
    if (name.startsWith('@')) linkPackages(path, join(to, name))
    else symlinkSync(lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path, join(to, name))
  }
}
