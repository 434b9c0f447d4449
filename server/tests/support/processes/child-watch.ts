import { readdir, readFile, readlink } from 'node:fs/promises'

interface Watched {
  /** The number of processes seen, and the most memory that one of them used. */
  children: number
  peakMegabytes: number
  /** Network sockets that one of them opened. */
  sockets: string[]
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 20

/** Observes the child processes that run a program (Linux only; elsewhere it sees none). */
export function watchChildren(pid: number, program: string): Watched {
  const seen = new Set<string>()
  let isOver = false
  const watched: Watched = {
    children: 0,
    peakMegabytes: 0,
    sockets: [],
    async stop() {
      isOver = true
      await looking
    },
  }
  const looking = (async () => {
    while (!isOver) {
      for (const child of (await text(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean)) {
        if (!(await text(`/proc/${child}/cmdline`)).includes(program)) continue
        seen.add(child)
        const peak = /VmHWM:\s+(\d+)/.exec(await text(`/proc/${child}/status`))?.[1]
        watched.peakMegabytes = Math.max(watched.peakMegabytes, Math.round(Number(peak ?? 0) / 1024))
        watched.sockets.push(...(await networkSockets(child)))
      }
      watched.children = seen.size
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  })()
  return watched
}

/** The pipes to the parent are sockets too, so only sockets in the network tables count. */
async function networkSockets(pid: string): Promise<string[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const links = await Promise.all(descriptors.map((one) => readlink(`/proc/${pid}/fd/${one}`).catch(() => '')))
  const inodes = links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [])
  const tables = await Promise.all(['tcp', 'tcp6', 'udp', 'udp6'].map((name) => text(`/proc/${pid}/net/${name}`)))
  return inodes.filter((inode) => tables.some((table) => table.includes(` ${inode} `)))
}

const text = (path: string) => readFile(path, 'utf8').catch(() => '')
