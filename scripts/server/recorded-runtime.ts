/**
 * The runtime of a server without wrangler around it, for servers that are killed and started again and again. `wrangler
 * dev` takes ten seconds of a core for a start, of which its runtime takes two: what wrangler tells the runtime at the
 * first start is written down, and later starts of the same server tell it the same.
 */
import { chmodSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Places } from './places.ts'
import { REPOSITORY_DIR } from './places.ts'

const WORKERD = join(REPOSITORY_DIR, 'node_modules', '.bin', 'workerd')

/** How to start a recorded runtime: its arguments, and a file that it reads as its input. */
export interface RecordedRuntime {
  readonly command: string
  readonly args: readonly string[]
  readonly input: string
}

const folderOf = (places: Places): string => resolve(places.localDir, 'recorded')

/** Settings of the process that starts wrangler: it takes a program that writes down what it is told, and becomes workerd. */
export function recording(places: Places): Readonly<Record<string, string>> {
  const folder = folderOf(places)
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'workerd.sh')
  const lines = [
    '#!/bin/sh',
    `record="${folder}/$$"`,
    `printf '%s\\n' "$@" > "$record.args"`,
    'cat > "$record.config"',
    `exec "${WORKERD}" "$@" < "$record.config"`,
  ]
  writeFileSync(program, `${lines.join('\n')}\n`)
  chmodSync(program, 0o755)
  return { MINIFLARE_WORKERD_PATH: program }
}

/**
 * The runtime of the Worker among those that wrangler started: its proxy has one too, which is told less.
 * @param port where it listens: wrangler let it choose one, and listened there itself.
 */
export function recordedRuntime(places: Places, port: number): RecordedRuntime {
  const configs = globSync(join(folderOf(places), '*.config')).sort((a, b) => statSync(b).size - statSync(a).size)
  const [input] = configs
  if (input === undefined) throw new Error('wrangler started no runtime that was recorded')
  const given = readFileSync(input.replace(/config$/, 'args'), 'utf8')
    .trimEnd()
    .split('\n')
  const args = given
    // Nobody listens to what it says of its ports.
    .filter((arg) => !arg.startsWith('--control-fd='))
    .map((arg) => (arg.startsWith('--socket-addr=entry=') ? `--socket-addr=entry=127.0.0.1:${port}` : arg))
  return { command: WORKERD, args, input }
}
