import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { CHILDREN, childBundle, childSource } from './programs.ts'

interface Child {
  /** The output of the child as JSON lines. Ends with the child; throws if it failed. */
  lines: AsyncGenerator<unknown>
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Runs a program in this folder as a process, for guarantees that hold across processes. */
export function startChild(name: string, args: unknown): Child {
  const isBundled = CHILDREN.includes(name) && inject('hasBundles')
  const program = isBundled ? [childBundle(name)] : ['--import', 'tsx', childSource(name)]
  const child = spawn(process.execPath, [...program, JSON.stringify(args)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  return {
    lines: readLines(child, ended),
    async kill(signal) {
      child.kill(signal)
      await ended
    },
  }
}

export async function allLines(child: Child): Promise<unknown[]> {
  const lines = []
  for await (const line of child.lines) lines.push(line)
  return lines
}

async function* readLines(child: ChildProcess, ended: Promise<unknown[]>) {
  if (!child.stdout) throw new Error('the child has no output')
  for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as unknown
  const [code, signal] = await ended
  if (code !== 0 && signal === null) throw new Error(`the child ended with exit code ${code}`)
}
