/**
 * Runs one suite of tests to its end, whatever hangs. A runtime that stops answering takes the clock of its tests with
 * it, so that no timeout inside it ever comes: a suite in which no file begins or ends for `SILENCE_MS` is killed with
 * all it started, says which files were under way, and its open files run once more. A second silence is a failure.
 */
import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** The longest file takes a minute and a half on a busy machine. */
const SILENCE_MS = 5 * 60_000
const ATTEMPTS = 2

const npmRun = (script, args) => ['npm', 'run', '--silent', script, '--', ...args]

/**
 * Returns the counts of the tests of an npm script that runs vitest: `{ passed, failed }`. `commandOf` makes the command
 * line of a script with its arguments. `isHeld`: what the suite prints is printed when it has ended.
 */
export async function runSuite(script, { commandOf = npmRun, silenceMs = SILENCE_MS, isHeld = false } = {}) {
  const counts = { passed: 0, failed: 0 }
  let files = []
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const progressFile = `.generated/progress-${script.replaceAll(':', '-')}-${attempt}.jsonl`
    rmSync(progressFile, { force: true })
    const { status, isHung } = await run({ script, files, progressFile, commandOf, silenceMs, isHeld })
    const progress = progressOf(progressFile)
    counts.passed += progress.passed
    counts.failed += progress.failed
    if (!isHung) {
      // A suite that broke before it could count is a failure too.
      if (status !== 0 && progress.failed === 0) counts.failed++
      return counts
    }
    console.error(`${script} hung. Under way: ${progress.underWay.join(', ') || 'no file'}`)
    files = progress.open
    // All files were through: only the end of the run hung.
    if (files.length === 0 && progress.planned > 0) return counts
    if (attempt < ATTEMPTS) console.error(`${script}: ${files.length} files run once more`)
  }
  counts.failed += Math.max(1, files.length)
  return counts
}

async function run({ script, files, progressFile, commandOf, silenceMs, isHeld }) {
  if (!isHeld) console.log(`\n> ${script}`)
  const reporters = ['--reporter=default', '--reporter=./scripts/test/progress.ts']
  const [command, ...args] = commandOf(script, [...reporters, ...files])
  // A process group of its own, so that what the suite started ends with it.
  // A file, as what outlives the suite could keep a pipe open.
  const outputFile = progressFile.replace(/jsonl$/, 'log')
  const output = isHeld ? openSync(outputFile, 'w') : 'inherit'
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    detached: true,
    env: { ...process.env, PROGRESS_FILE: progressFile },
  })
  const stop = () => kill(child.pid)
  process.once('exit', stop)
  const ended = new Promise((resolve) => {
    child.once('exit', (status) => resolve({ status: status ?? 1, isHung: false }))
    child.once('error', () => resolve({ status: 1, isHung: false }))
  })
  const abort = new AbortController()
  const outcome = await Promise.race([ended, silence(progressFile, silenceMs, abort.signal)])
  abort.abort()
  if (outcome.isHung) {
    stop()
    await ended
  }
  process.off('exit', stop)
  if (isHeld) {
    closeSync(output)
    console.log(`\n> ${script}\n${readFileSync(outputFile, 'utf8')}`)
  }
  if (outcome.status !== 0) console.error(`${script} failed`)
  return outcome
}

/** Ends when nothing was written to the file for `silenceMs`. */
async function silence(file, silenceMs, signal) {
  let since = Date.now()
  while (!signal.aborted) {
    await sleep(Math.min(5_000, silenceMs), undefined, { signal }).catch(() => {})
    if (existsSync(file)) since = Math.max(since, statSync(file).mtimeMs)
    if (Date.now() - since > silenceMs) return { status: 1, isHung: true }
  }
  return { status: 1, isHung: false }
}

function kill(pid) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function progressOf(file) {
  const planned = new Map()
  const begun = new Set()
  let [passed, failed] = [0, 0]
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  for (const line of lines) {
    if (line === '') continue
    const event = JSON.parse(line)
    for (const name of event.planned ?? []) planned.set(name, false)
    if (event.begun !== undefined) begun.add(event.begun)
    if (event.ended !== undefined) {
      planned.set(event.ended, true)
      begun.delete(event.ended)
      passed += event.passed
      failed += event.failed
    }
  }
  const open = [...planned].filter(([, isThrough]) => !isThrough).map(([name]) => name)
  return { planned: planned.size, open, underWay: [...begun], passed, failed }
}
