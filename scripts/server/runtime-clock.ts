/** CPU time of the runtime's threads, as Linux counts it: what other programs do with the machine is not in it. */
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
  const paths = runtimePids().map((pid) => `/proc/${pid}/task/${pid}/schedstat`)
  if (paths.length === 0) return null
  return () => {
    const times = paths.map((path) => readFileSync(path, 'utf8').split(' ').map(Number))
    const sum = (at: number) => times.reduce((total, time) => total + (time[at] ?? 0), 0) / NS_PER_MS
    return { cpuMs: sum(0), queuedMs: sum(1) }
  }
}

/** Wrangler has one before the service, which hands requests on. */
function runtimePids(): string[] {
  try {
    return readdirSync('/proc').filter(
      (name) => /^\d+$/.test(name) && processOf(name).name.startsWith('workerd') && isOwn(name),
    )
  } catch {
    return []
  }
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
