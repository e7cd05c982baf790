/**
 * Recognises changes in logs: events of deployments, releases, flags and scalings. They are recognised by their event
 * name (OpenTelemetry's `deployment.*`, `feature_flag.*`) or by the words that deployment tools and Kubernetes write.
 */
import { type AttributeValue, type LogRecord, toMillis } from '../../telemetry/index.ts'
import type { ChangeRecord } from './verdict.ts'

/** Every recognised line has one of these words in its event name or body. A store is searched for them. */
export const CHANGE_WORDS = 'deployment deployed rollout release feature_flag scaled'

/** A line about a change: the record itself, and whether the change began or ended there. */
export interface ChangeEvent {
  readonly kind: string
  /** The same change's beginning and end, put together. */
  readonly key: string
  readonly service: string
  readonly version: string | null
  readonly environment: string | null
  readonly title: string
  readonly atMs: number
  readonly isEnd: boolean
}

const EVENT_NAME = /^(deployment|release|rollout|feature_flag|configuration|config|scaling|migration)[._](\w+)/
const DEPLOY_LINE = /^(deployment|rollout|release)\b.{0,200}?\b(started|starting|completed|succeeded|finished)\b/i
const VERSION_LINE = /\b(?:deployed|deploying|rolled out|rolling out)\b.{0,80}?\bv?(\d+(?:\.\d+)+)/i
const SCALED_LINE = /\bscaled (?:up|down) replica ?set (\S{1,200})/i
const ENDED = /^(?:completed?|succeeded|finished|ended|failed)$/i
/** A change is named on one line, and a line may be a dump. */
const TITLE_CHARS_MAX = 200

/** Null if the line is not about a change. Bounded work: only the beginning of the body is read. */
export function changeEventOf(record: LogRecord): ChangeEvent | null {
  const text = (key: string): string | null => textOf(record.attributes[key])
  const name = record.eventName !== '' ? record.eventName : (text('event.name') ?? '')
  const body = record.body.slice(0, 500)
  const named = EVENT_NAME.exec(name)
  const line = named === null ? DEPLOY_LINE.exec(body) : null
  const version = VERSION_LINE.exec(body)
  const scaled = SCALED_LINE.exec(body)
  if (named === null && line === null && version === null && scaled === null) return null
  const kind = named?.[1] ?? line?.[1]?.toLowerCase() ?? (scaled === null ? 'deployment' : 'scaling')
  const what = text('deployment.id') ?? text('feature_flag.key') ?? scaled?.[1] ?? ''
  const service = record.resource.service
  return {
    kind: kind === 'config' ? 'configuration' : kind,
    key: [kind, service, what, text('k8s.pod.name') ?? ''].join('\u0000'),
    service,
    version: textOf(record.resource.attributes['service.version']) ?? version?.[1] ?? null,
    environment: record.resource.environment === '' ? null : record.resource.environment,
    title: body === '' ? `${kind} of ${service}` : body.slice(0, TITLE_CHARS_MAX),
    atMs: toMillis(record.time),
    isEnd: ENDED.test(named?.[2] ?? line?.[2] ?? ''),
  }
}

/** Puts beginnings and ends together, oldest first. */
export function changesOf(events: readonly ChangeEvent[]): ChangeRecord[] {
  const changes = new Map<string, ChangeRecord>()
  for (const event of events.toSorted((a, b) => a.atMs - b.atMs)) {
    const known = changes.get(event.key)
    if (known !== undefined && event.isEnd) {
      changes.set(event.key, { ...known, endedMs: event.atMs })
      continue
    }
    // If a change of the same thing begins again, that is another change. The lines in between belong to the first.
    if (known !== undefined && known.endedMs === null) continue
    const key = known === undefined ? event.key : `${event.key}\u0000${event.atMs}`
    changes.set(key, {
      id: `${event.kind}:${event.service}:${event.atMs}`,
      kind: event.kind,
      services: [event.service],
      environment: event.environment,
      version: event.version,
      author: null,
      title: event.title,
      url: null,
      startedMs: event.atMs,
      endedMs: event.isEnd ? event.atMs : null,
    })
  }
  return [...changes.values()]
}

/** Two reports of one change are at most this far apart: a pipeline's call, and the line that its tool logs. */
const SAME_CHANGE_MS = 3 * 60_000

/**
 * If several sources report one change, the first report is kept: what a person or pipeline stored says more than a
 * line.
 */
export function withoutRepeats(changes: readonly ChangeRecord[]): ChangeRecord[] {
  const kept: ChangeRecord[] = []
  for (const change of changes) {
    const isRepeat = kept.some(
      (other) => other.version !== null && other.version === change.version && isSameTelling(other, change),
    )
    if (!isRepeat) kept.push(change)
  }
  return kept
}

/** True when one change may be what the other tells of: of the same services, at about the same time. */
export function isSameTelling(one: ChangeRecord, other: ChangeRecord): boolean {
  const isNear = Math.abs(one.startedMs - other.startedMs) <= SAME_CHANGE_MS
  return isNear && other.services.every((service) => one.services.includes(service))
}

/** What nobody told, added to what was told. */
export function withUntold(told: readonly ChangeRecord[], seen: readonly ChangeRecord[]): ChangeRecord[] {
  return [...told, ...seen.filter((change) => !told.some((other) => isSameTelling(other, change)))]
}

function textOf(value: AttributeValue | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
