/**
 * Who writes the messages that a service reads, where no call leads from one to the other: by the channel (queue, topic,
 * stream) that spans, lines and readings of both name.
 */
import type { TraceActivity } from '../../telemetry/index.ts'
import { CHANNEL_KEYS, groupMemberOf } from './group-readings.ts'
import type { LogView } from './log-view.ts'
import { labelsOf } from './metric-instances.ts'
import type { MetricRow } from './metric-row.ts'
import { partsOf, wordsOfNames } from './service-names.ts'

export interface MessageWays {
  /** Of each reader, the services that write into what it reads. */
  readonly writers: ReadonlyMap<string, ReadonlySet<string>>
  /** Services that read messages, whoever writes them. */
  readonly readers: ReadonlySet<string>
}

/** What only readers of messages write of themselves. */
const READS = /\bconsum(?:ing|ed|er)\b|\bsubscri(?:bed|ption)\b|\bredeliver|\bdelivery\b/i

/** What a span of a message is called, before the name of its channel or after it (OpenTelemetry, both orders). */
const WRITING = /^(?:publish|send|produce|enqueue|emit)$/i
const READING = /^(?:process|receive|consume|handle|deliver|poll)$/i
/** "published … to orders.created" */
const WRITES_TO =
  /\b(?:publish(?:ed|ing)|sent|sending|produced|enqueued|emitted)\b.{0,80}?\b(?:to|into|on) (?:topic |queue |stream |subject |channel )?['"]?([A-Za-z][\w.-]{3,100})/
/** Where messages go that nobody could handle; their channel stands before it. */
const DEAD_LETTERS = /([A-Za-z][\w.-]{2,100}?)[._-](?:dlq|dlt|dead[._-]?letters?)\b/i
/** Who wrote the message that a line tells of: "(writer parcels)", "produced by orders". */
const WRITTEN_BY =
  /\b(?:writer|producer|publisher|(?:written|produced|published|sent|emitted) by)[ :=]{1,3}['"]?([\w.-]{3,100})/i

/** True for a line, or a subject `operation → child`, about a message that was written. */
export function isOfWriting(subject: string): boolean {
  return WRITES_TO.test(subject) || channelOf(subject.split(' → ').at(-1) ?? '', WRITING) !== null
}

/** True for a line about a message that was given up. */
export function isOfDeadLetters(template: string): boolean {
  return DEAD_LETTERS.test(template)
}

interface Ends {
  readonly writers: Set<string>
  readonly readers: Set<string>
}

/** @param services all services, for the names of consumer groups. */
export function messageWays(
  view: LogView | null,
  traces: TraceActivity | null,
  rows: readonly MetricRow[],
  services: readonly string[],
): MessageWays {
  const channels = new Map<string, Ends>()
  const told = new Set<string>()
  const endsOf = (channel: string): Ends => {
    const known = channels.get(channel) ?? { writers: new Set<string>(), readers: new Set<string>() }
    channels.set(channel, known)
    return known
  }
  for (const { service, operation } of traces?.operations ?? []) {
    const written = channelOf(operation, WRITING)
    const read = channelOf(operation, READING)
    if (written !== null) endsOf(written).writers.add(service)
    if (read !== null) endsOf(read).readers.add(service)
  }
  for (const { service, template } of view?.stems ?? []) {
    if (READS.test(template)) told.add(service)
    const dead = DEAD_LETTERS.exec(template)?.[1]
    const written = dead === undefined ? WRITES_TO.exec(template)?.[1] : undefined
    if (dead !== undefined) endsOf(dead).readers.add(service)
    if (written !== undefined) endsOf(trimmed(written)).writers.add(service)
  }
  for (const { attributes } of rows) {
    const member = groupMemberOf(attributes, services)
    if (member === null) continue
    for (const [key, value] of labelsOf(attributes)) if (CHANNEL_KEYS.test(key)) endsOf(value).readers.add(member)
  }
  const ways = new Map<string, Set<string>>()
  const add = (reader: string, writer: string): void => {
    if (reader !== writer) ways.set(reader, (ways.get(reader) ?? new Set<string>()).add(writer))
  }
  for (const { writers, readers } of channels.values()) {
    for (const reader of readers) for (const writer of writers) add(reader, writer)
  }
  const words = wordsOfNames(services)
  for (const { service, template } of view?.stems ?? []) {
    const named = WRITTEN_BY.exec(template)?.[1]
    if (named === undefined) continue
    const parts = new Set([named.toLowerCase(), ...partsOf(named)])
    for (const [writer, word] of words) if (writer === named || parts.has(word)) add(service, writer)
  }
  // In one trace, what handles a message is below what wrote it: the writing span, or the work around it.
  const known = new Set([...channels.values()].flatMap(({ readers }) => [...readers]))
  for (const { callerService, callerOperation, calleeService } of traces?.links ?? []) {
    if (channelOf(callerOperation, WRITING) !== null || known.has(calleeService)) add(calleeService, callerService)
  }
  return { writers: ways, readers: new Set([...told, ...known, ...ways.keys()]) }
}

/** The channel of a span's name, if its other word is such a verb. */
function channelOf(operation: string, verb: RegExp): string | null {
  const [first = '', second = '', ...more] = operation.split(' ')
  if (more.length > 0 || second === '') return null
  if (verb.test(first)) return second
  return verb.test(second) ? first : null
}

/** A sentence may end after a name. */
function trimmed(name: string): string {
  return name.replace(/[.-]{1,20}$/, '')
}
