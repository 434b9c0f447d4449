import { fork } from 'node:child_process'

/** Starts the sandbox as the product does, says where it is, and then only lives until somebody kills it. */
const child = fork(new URL('../../dist/main.js', import.meta.url))
child.on('message', (message) => process.stdout.write(`${JSON.stringify({ pid: child.pid, message })}\n`))
