/**
 * The longest stretches for which the runtime ran JavaScript without giving way, from a CPU profile taken over the
 * inspector. A stretch ends where a sample finds no JavaScript: the runtime has gone back to its event loop. It is
 * counted in samples and not by the clock, so that time for which other programs had the core is not in it.
 */
import { setTimeout as wait } from 'node:timers/promises'

const SAMPLE_US = 250
/** Functions named with a stretch. */
const NAMED = 4

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}
interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

export interface Stretch {
  readonly ms: number
  /** Functions on the stack of most of its samples, with their shares, deepest first among equals. */
  readonly where: readonly { readonly name: string; readonly share: number }[]
}

/** What a function took in all, and with those it called. */
export interface Busy {
  readonly name: string
  readonly selfMs: number
  readonly totalMs: number
}

export interface Profiled<Result> {
  readonly result: Result
  /** The longest stretches, longest first. */
  readonly stretches: readonly Stretch[]
  /** The functions that took most, in samples and so without other programs' share. */
  readonly busiest: readonly Busy[]
  readonly sampledMs: number
}

export interface Profiler {
  readonly during: <Result>(work: () => Promise<Result>) => Promise<Profiled<Result>>
  readonly close: () => void
}

/** Connects to the Worker's inspector. */
export async function connectProfiler(inspectorUrl: URL): Promise<Profiler> {
  const list = new URL('/json', inspectorUrl)
  list.protocol = 'http:'
  // The inspector's list of targets (Chrome DevTools protocol).
  const targets = (await (await fetch(list)).json()) as readonly { readonly webSocketDebuggerUrl: string }[]
  const [target] = targets
  if (target === undefined) throw new Error('the inspector lists no target')
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('the inspector refused')), { once: true })
  })
  const answers = new Map<number, (result: unknown) => void>()
  let calls = 0
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown }
    if (id !== undefined) answers.get(id)?.(result)
  })
  const call = (method: string, params = {}): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++calls
      answers.set(id, resolve)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await call('Profiler.enable')
  await call('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  return {
    during: async (work) => {
      await call('Profiler.start')
      await wait(20)
      const result = await work()
      const { profile } = (await call('Profiler.stop')) as { readonly profile: Profile }
      return { result, stretches: stretchesOf(profile), ...busiestOf(profile) }
    },
    close: () => socket.close(),
  }
}

const NOT_AT_WORK: ReadonlySet<string> = new Set(['(root)', '(program)', '(idle)'])

function busiestOf({ nodes, samples }: Profile): { busiest: Busy[]; sampledMs: number } {
  const counts = new Map<number, number>()
  for (const sample of samples) counts.set(sample, (counts.get(sample) ?? 0) + 1)
  const busy = new Map<string, { self: number; total: number }>()
  let sampled = 0
  const parents = parentsOf(nodes)
  const nameOf = ({ callFrame }: ProfileNode) => `${callFrame.functionName}:${callFrame.lineNumber}`
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (const node of nodes) {
    const count = counts.get(node.id) ?? 0
    if (count === 0 || NOT_AT_WORK.has(node.callFrame.functionName)) continue
    sampled += count
    const names = new Set<string>()
    for (let at: ProfileNode | undefined = node; at !== undefined; at = byId.get(parents.get(at.id) ?? -1)) {
      if (!NOT_AT_WORK.has(at.callFrame.functionName)) names.add(nameOf(at))
    }
    for (const name of names) {
      const known = busy.get(name) ?? { self: 0, total: 0 }
      busy.set(name, { self: known.self + (name === nameOf(node) ? count : 0), total: known.total + count })
    }
  }
  const msOf = (count: number) => (count * SAMPLE_US) / 1_000
  const busiest = [...busy].map(([name, { self, total }]) => ({ name, selfMs: msOf(self), totalMs: msOf(total) }))
  return { busiest: busiest.sort((a, b) => b.selfMs - a.selfMs), sampledMs: msOf(sampled) }
}

function parentsOf(nodes: readonly ProfileNode[]): Map<number, number> {
  const parents = new Map<number, number>()
  for (const { id, children = [] } of nodes) for (const child of children) parents.set(child, id)
  return parents
}

function stretchesOf({ nodes, samples }: Profile): Stretch[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = parentsOf(nodes)
  const stretches: number[][] = []
  let open: number[] = []
  for (const sample of [...samples, -1]) {
    const name = byId.get(sample)?.callFrame.functionName ?? '(root)'
    if (!NOT_AT_WORK.has(name)) open.push(sample)
    else if (open.length > 0) {
      stretches.push(open)
      open = []
    }
  }
  stretches.sort((a, b) => b.length - a.length)
  return stretches.slice(0, 12).map((stretch) => {
    const counts = new Map<string, number>()
    for (const sample of stretch) {
      const names = new Set<string>()
      for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
        const frame = byId.get(id)?.callFrame
        if (frame && !NOT_AT_WORK.has(frame.functionName)) names.add(`${frame.functionName}:${frame.lineNumber}`)
      }
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    const where = [...counts]
      .sort((a, b) => b[1] - a[1])
      .slice(0, NAMED * 3)
      .map(([name, count]) => ({ name, share: count / stretch.length }))
    return { ms: (stretch.length * SAMPLE_US) / 1_000, where }
  })
}
