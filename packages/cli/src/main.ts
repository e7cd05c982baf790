/** The command `oas`. */
import { text } from 'node:stream/consumers'
import { EXIT } from './exit-codes.ts'
import { runCommandLine } from './program.ts'

// A pager or `head` that has read enough closes the pipe: what it wanted was given.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(EXIT.ok)
  })
}

const interruption = new AbortController()
process.on('SIGINT', () => {
  // The second Ctrl-C does not wait for a request that cancels the run.
  if (interruption.signal.aborted) process.exit(EXIT.interrupted)
  interruption.abort(new Error('interrupted'))
})

process.exitCode = await runCommandLine(process.argv.slice(2), {
  env: process.env,
  out: process.stdout,
  err: process.stderr,
  isInputTerminal: process.stdin.isTTY === true,
  readInput: () => text(process.stdin),
  signal: interruption.signal,
})
