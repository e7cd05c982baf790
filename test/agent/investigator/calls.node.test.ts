import { describe, expect, it } from 'vitest'
import { partlySilent, withoutMissed } from '../../../src/agent/investigator/partly-silent.ts'
import { inboundCalls, silenceFindings } from '../../../src/agent/investigator/silence.ts'
import { childCallFindings } from '../../../src/agent/investigator/span-changes.ts'
import { splitAt } from '../../../src/agent/investigator/split.ts'
import type { LinkActivity, OperationActivity, TraceActivity } from '../../../src/telemetry/aggregates/types.ts'

const GRID = { startMs: 0, intervalMs: 5_000, count: 40 }
const split = splitAt(GRID, 20)

/** One count per interval: `before` until the onset, `after` from then on; as a function of the interval where it varies. */
function series(before: (interval: number) => number, after: (interval: number) => number = before): number[] {
  return Array.from({ length: GRID.count }, (_, interval) => (interval < 20 ? before(interval) : after(interval)))
}

function operation(service: string, calls: number[]): OperationActivity {
  const none: number[] = []
  const empty = { peers: [], errors: none, exceptions: none, orphans: none, leaves: none, durationMs: none, self: [] }
  return { service, operation: `serve ${service}`, calls, ...empty }
}

function link(calls: number[], parents: number[]): LinkActivity {
  const ends = {
    callerService: 'web',
    callerOperation: 'serve web',
    calleeService: 'ledger',
    calleeOperation: 'serve ledger',
  }
  return { ...ends, calls, parents, lasts: [], edge: [] }
}

function traces(webCalls: number[], links: LinkActivity[]): TraceActivity {
  const operations = [operation('web', webCalls), operation('ledger', links[0]?.calls ?? [])]
  const none: number[] = []
  return {
    grid: GRID,
    operations,
    links,
    exceptions: [],
    traces: none,
    tracesWithoutRoot: none,
    spans: 0,
    spansUnlisted: 0,
  }
}

describe('a storm of calls', () => {
  /** Half of the parents call at all, in bursts. */
  const parents = series((i) => (i % 2) * 2)
  const strengthOf = (calls: number[]): number =>
    childCallFindings(
      traces(
        series(() => 4),
        [link(calls, parents)],
      ),
      new Map(),
      split,
      'q1',
    )[0]?.strength ?? 0

  it('is counted by the parents that call, where each made the same number of calls', () => {
    const threeEach = parents.map((count, i) => (i < 20 ? count : 3 * count))
    expect(strengthOf(threeEach)).toBeGreaterThan(5)
  })

  it('is none when more parents call', () => {
    expect(strengthOf(parents)).toBe(0)
  })
})

describe('a callee that one caller no longer reaches', () => {
  const strengthOf = (parents: number[]): number =>
    silenceFindings(
      inboundCalls(
        traces(
          series(() => 4),
          [link(parents, parents)],
        ),
        split,
      ),
      { limits: new Map(), ill: new Set() },
      split,
      'q1',
    )[0]?.strength ?? 0

  it('is missed when every call of the caller made the call', () => {
    const gone = strengthOf(
      series(
        () => 4,
        () => 0,
      ),
    )
    expect(gone).toBeGreaterThan(10)
  })

  it('is hardly missed when the call was a branch of the caller', () => {
    const gone = strengthOf(
      series(
        () => 2,
        () => 0,
      ),
    )
    expect(gone).toBeLessThan(4)
  })
})

describe('a callee that some calls of a client span no longer reach', () => {
  const all = series(() => 4)
  const some = series(
    () => 4,
    (i) => 2 + (i % 2),
  )
  /** The client span of `web` and of `admin` wraps a call of the ledger: it is empty where the call did not arrive. */
  const tracesOf = (parents: Readonly<Record<string, number[]>>): TraceActivity => {
    const links = Object.entries(parents).flatMap(([caller, own]): LinkActivity[] => {
      const client = { callerService: caller, callerOperation: 'POST ledger' }
      const inside = {
        calleeService: caller,
        calleeOperation: 'POST ledger',
        calls: all,
        parents: all,
        lasts: [],
        edge: [],
      }
      return [
        { ...link(own, own), ...client },
        { ...inside, callerService: caller, callerOperation: `serve ${caller}` },
      ]
    })
    const operations = Object.entries(parents).flatMap(([caller, own]) => [
      operation(caller, all),
      { ...operation(caller, all), operation: 'POST ledger', leaves: all.map((count, i) => count - (own[i] ?? 0)) },
    ])
    return { ...traces(all, links), operations }
  }
  const sharesOf = (parents: Readonly<Record<string, number[]>>, limits = new Map<string, number>()): number[] =>
    partlySilent(inboundCalls(tracesOf(parents), split), limits, split, 'q1').map(({ share }) => share)

  it('is likelier at fault than its caller, and surely where another caller loses calls as well', () => {
    expect(sharesOf({ web: some })).toEqual([0.6])
    expect(sharesOf({ web: some, admin: some })[0]).toBeGreaterThan(0.8)
  })

  it('is hardly at fault where another caller is answered, and not where the caller says that it reached a limit', () => {
    expect(sharesOf({ web: some, admin: all })[0]).toBeLessThan(0.3)
    expect(sharesOf({ web: some }, new Map([['web', 30]]))).toEqual([])
  })

  it('takes its part of what its caller shows', () => {
    const activity = tracesOf({ web: some })
    const partly = partlySilent(inboundCalls(activity, split), new Map(), split, 'q1')
    const [shown] = childCallFindings(activity, new Map(), split, 'q1')
    const [left] = withoutMissed(shown === undefined ? [] : [shown], partly)
    expect(left?.strength).toBeCloseTo(0.4 * (shown?.strength ?? 0))
    expect(partly[0]?.finding.strength).toBeGreaterThan(left?.strength ?? 0)
  })
})

describe('a call to where no call went before', () => {
  /** `web` calls the ledger, or the ledger and the depot in turns; since the onset half of its calls go to a new place. */
  const half = series(
    () => 4,
    () => 2,
  )
  const calls = series(() => 4)
  const fresh = series(
    () => 0,
    () => 2,
  )
  const to = (calleeService: string, parents: number[]): LinkActivity => ({ ...link(parents, parents), calleeService })
  const foundIn = (links: LinkActivity[]) => childCallFindings(traces(calls, links), new Map(), split, 'q1')[0]

  it('breaks a rule of the caller if all of them went to one place', () => {
    const found = foundIn([to('ledger', half), to('archive', fresh)])
    expect(found?.reach).toBe('callee')
    expect(found?.strength).toBeGreaterThan(15)
  })

  it('is up to what is asked for if each went to one of several places', () => {
    const quarter = half.map((count) => count / 2)
    const found = foundIn([to('ledger', quarter), to('depot', quarter), to('archive', fresh)])
    expect(found?.reach).toBe('caller')
    expect(found?.strength).toBeLessThanOrEqual(10)
  })
})
