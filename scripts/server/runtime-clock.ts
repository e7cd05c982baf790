/** CPU time of the runtime's thread, as Linux counts it: what other programs do with the machine is not in it. */
import { readdirSync, readFileSync } from 'node:fs'

/** Of the runtime that this process or a tool that it started began, in milliseconds so far. Linux only. */
export interface RuntimeTimes {
  readonly cpuMs: number
  /** It could have run, and the machine had no core for it. */
  readonly queuedMs: number
}
export type RuntimeClock = () => RuntimeTimes

const NS_PER_MS = 1_000_000

/** null where the runtime is not found, as on other systems than Linux. */
export function runtimeClock(): RuntimeClock | null {
  const pid = runtimePid()
  if (pid === null) return null
  const path = `/proc/${pid}/task/${pid}/schedstat`
  return () => {
    const [cpu, queued] = readFileSync(path, 'utf8').split(' ')
    return { cpuMs: Number(cpu) / NS_PER_MS, queuedMs: Number(queued) / NS_PER_MS }
  }
}

function runtimePid(): string | null {
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (processOf(pid).name.startsWith('workerd') && isOwn(pid)) return pid
    }
  } catch {
    return null
  }
  return null
}

/** Wrangler and a shell may stand between. */
const ANCESTORS_MAX = 10

function isOwn(pid: string): boolean {
  let { parent } = processOf(pid)
  for (let i = 0; i < ANCESTORS_MAX && parent !== String(process.pid); i++) parent = processOf(parent).parent
  return parent === String(process.pid)
}

function processOf(pid: string): { readonly name: string; readonly parent: string } {
  // pid (name) state parent …
  const [, name = '', parent = ''] = /^\d+ \((.*)\) \S (\d+)/.exec(statOf(pid)) ?? []
  return { name, parent }
}

function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
