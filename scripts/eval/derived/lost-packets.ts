/**
 * Packets lost on the way to one service, put into recorded traces: a share of its calls waits between the client's span
 * and the server's until the packet is sent again. No call fails, and the others stay as fast as they were.
 */
import type { RecordArrays } from '../../../src/agent/investigator/memory-source.ts'
import type { Random } from '../../demo/random.ts'
import type { Derived, Window } from './derive.ts'
import { followSpans } from './metric-follow.ts'
import { isEntry, type Node, recordsOf, stretch, treesOf } from './trace-surgery.ts'

/** Of the calls, the share that loses a packet. */
const SHARE_MIN = 1 / 20
const SHARE_MAX = 1 / 4
/**
 * TCP sends again after at least 200 ms (Linux, TCP_RTO_MIN), and a packet that opens a connection after 1 s and, if that
 * one is lost as well, 3 s after the first (RFC 6298). Most connections are kept open.
 */
const RESENT_AFTER_MS = [200, 200, 200, 1_000, 3_000] as const
/** The answer takes a little longer to arrive than the timer. */
const SPREAD = 0.02
/** Fewer lost packets than this are ones that nobody would be called for; where calls are few the share is larger. */
const LOST_MIN = 5
const LOST_USUALLY = 8

/** @returns null when no service has enough calls after the moment asked about. */
export function withLostPackets(window: Window, random: Random): Derived | null {
  const { spans, metrics } = window.records
  const nodes = [...treesOf(spans).values()].flat()
  const calls = nodes.filter(
    (node) => isEntry(node) && node.parent !== null && node.startMs >= window.startMs && node.startMs <= window.endMs,
  )
  const isBothWays = random.chance(0.5)
  const services = [...Map.groupBy(calls, calleeOf)]
    .filter(([, own]) => own.length * SHARE_MAX >= LOST_USUALLY)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (services.length === 0) return null
  const [service, own] = random.pick(services)
  const least = Math.max(SHARE_MIN, LOST_USUALLY / own.length)
  const share = least * (SHARE_MAX / least) ** random.next()
  const ends = (node: Node): boolean => calleeOf(node) === service || (isBothWays && callerOf(node) === service)
  const lost = calls
    .filter(ends)
    .filter(() => random.chance(share))
    .toSorted((a, b) => a.startMs - b.startMs)
  for (const { parent, startMs } of lost) {
    if (parent !== null) stretch(parent, startMs, random.logNormal(random.pick(RESENT_AFTER_MS), SPREAD))
  }
  if (lost.filter((node) => calleeOf(node) === service).length < LOST_MIN) return null
  const after = recordsOf(nodes)
  const records: RecordArrays = { logs: [], spans: after, metrics: followSpans(metrics, spans, after, null) }
  return { ...window, records, truth: { services: [service], unstatedToo: [], faultType: 'lost_packets' } }
}

function calleeOf({ record }: Node): string {
  return record.resource.service
}

function callerOf({ parent }: Node): string | null {
  return parent?.record.resource.service ?? null
}
