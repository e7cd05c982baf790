/** Several processes side by side, each with every n-th episode; their answers come back as lines of JSON. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execArgv, execPath } from 'node:process'
import type { Result } from './run.ts'

/** @param args of this process, passed on. @throws Error when a process fails. */
export async function runInProcesses(
  args: readonly string[],
  jobs: number,
  onResult: (result: Result) => void,
): Promise<Result[]> {
  const directory = mkdtempSync(join(tmpdir(), 'eval-investigator-'))
  try {
    const files = await Promise.all(Array.from({ length: jobs }, (_, shard) => runOne(args, shard, directory)))
    // Written by the process below, line by line, in the outline of `Result`.
    const results = files.flatMap((file) => linesOf(file).map((line) => JSON.parse(line) as Result))
    for (const result of results) onResult(result)
    return results
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
}

function runOne(args: readonly string[], shard: number, directory: string): Promise<string> {
  const file = join(directory, `${shard}.jsonl`)
  const own = [...execArgv, join(import.meta.dirname, 'main.ts'), ...args, '--shard', String(shard), '--json', file]
  return new Promise((resolve, reject) => {
    const child = spawn(execPath, own, { stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve(file)
      else reject(new Error(`process ${shard + 1} of the evaluation ended with code ${code}`))
    })
  })
}
