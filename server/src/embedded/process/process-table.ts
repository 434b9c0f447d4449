import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

interface ListedProcess {
  pid: number
  /** Program and arguments, separated by spaces. A process may have replaced them with a title of its own. */
  command: string
}

/** On Linux it reads /proc, because slim container images have no `ps`. */
export async function listProcesses(): Promise<ListedProcess[]> {
  if (process.platform !== 'linux') return listWithPs()
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return Promise.all(pids.map(async (pid) => ({ pid, command: await commandFromProc(pid) })))
}

async function commandFromProc(pid: number): Promise<string> {
  const arguments_ = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return arguments_.replaceAll('\0', ' ')
}

async function listWithPs(): Promise<ListedProcess[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,command='], { maxBuffer: 1 << 26 })
  return stdout.split('\n').map((line) => {
    const [, pid = '0', command = ''] = /^\s*(\d+)\s(.*)$/.exec(line) ?? []
    return { pid: Number(pid), command: `${command} ` }
  })
}
