/** Finds changes in telemetry: new versions of services, and rollouts, flags and scalings in logs. */
import { CHANGE_WORDS, changeEventOf, changesOf } from '../../agent/investigator/change-events.ts'
import type { ChangeRecord } from '../../agent/investigator/verdict.ts'
import { CHANGE_KINDS, CHANGES_PER_CALL_MAX, type ChangeInput } from '../../contracts/oncall-protocol.ts'
import { logFailure } from '../../log/log.ts'
import { fromMillis, type TelemetryProject, toMillis } from '../../telemetry/index.ts'
import type { DomainContext, PlacedProject, VerbCall } from '../context.ts'
import { type VersionSeen, versionChanges } from './version-changes.ts'

/** Older changes were recognised before, or do not help with what breaks now. */
const LOOK_BACK_MS = 6 * 3_600_000
/** Telemetry may arrive late, so this much is examined again. */
const AGAIN_MS = 10 * 60_000
const LINES_MAX = 400
const SERVICE_VERSIONS_MAX = 300
const STEP_MS = 60_000
const VERSION_KEY = 'service.version'
const TITLE_CHARS_MAX = 300

/** Stores the changes since the last search. Never throws, because a list of known changes is better than none. */
export async function recogniseChanges({ ctx, scope: owner }: VerbCall<PlacedProject>): Promise<void> {
  try {
    const object = ctx.objects.onCall(owner)
    const nowMs = ctx.now()
    const lookedToMs = await object.recognisedUpTo()
    const fromMs = Math.max(nowMs - LOOK_BACK_MS, (lookedToMs ?? 0) - AGAIN_MS)
    if (lookedToMs !== null && nowMs - lookedToMs < PAUSE_MS) return
    const project = { ...owner, retentionDays: 0 }
    const window = { fromMs, toMs: nowMs + 1 }
    const [told, versions] = await Promise.all([
      toldInLogs(ctx, project, window),
      versionsIn(ctx, project, window, lookedToMs),
    ])
    const changes = [...told, ...versions].slice(0, CHANGES_PER_CALL_MAX)
    await object.noteRecognised({ owner, changes, upToMs: nowMs })
  } catch (error) {
    logFailure('changes_not_recognised', error)
  }
}
/** Requests come in bursts. Telemetry is searched at most once in this time. */
const PAUSE_MS = 10_000

interface Window {
  readonly fromMs: number
  readonly toMs: number
}

const rangeOf = ({ fromMs, toMs }: Window) => ({ from: fromMillis(fromMs), to: fromMillis(toMs) })

async function toldInLogs(ctx: DomainContext, project: TelemetryProject, window: Window): Promise<ChangeInput[]> {
  const { records } = await ctx.telemetry.searchLogs(project, {
    range: rangeOf(window),
    filter: { conditions: [], text: { mode: 'any', text: CHANGE_WORDS } },
    order: 'newest',
    limit: LINES_MAX,
  })
  return changesOf(records.flatMap((record) => changeEventOf(record) ?? [])).map(fromRecord)
}

function fromRecord(record: ChangeRecord): ChangeInput {
  const kind = CHANGE_KINDS.find((one) => one === record.kind) ?? (record.kind === 'rollout' ? 'deployment' : 'other')
  return {
    kind,
    services: record.services,
    environment: record.environment,
    version: record.version,
    author: record.author,
    url: null,
    title: record.title.slice(0, TITLE_CHARS_MAX),
    startedAt: record.startedMs,
    endedAt: record.endedMs,
    status: record.endedMs === null ? 'started' : 'succeeded',
    source: 'telemetry',
    dedupKey: `log:${record.id}`,
    attributes: {},
  }
}

/** Finds new versions in logs, or in spans if no log names a version. */
async function versionsIn(
  ctx: DomainContext,
  project: TelemetryProject,
  window: Window,
  lookedToMs: number | null,
): Promise<ChangeInput[]> {
  const seen = await logVersions(ctx, project, window)
  const found = seen.length > 0 ? seen : await spanVersions(ctx, project, window)
  // A version seen at the start of the window may be older. Only one that begins inside the window is a change.
  const earliestMs = lookedToMs === null ? window.fromMs + STEP_MS : lookedToMs - AGAIN_MS
  return versionChanges(found)
    .filter(({ atMs }) => atMs >= earliestMs)
    .map(({ service, from, to, atMs }) => ({
      kind: 'deployment',
      services: [service],
      environment: null,
      version: to,
      author: null,
      url: null,
      title: `${service}: version ${from} to ${to}`.slice(0, TITLE_CHARS_MAX),
      startedAt: atMs,
      endedAt: null,
      status: null,
      source: 'telemetry',
      dedupKey: `version:${service}:${from}:${to}:${Math.floor(atMs / 3_600_000)}`,
      attributes: { previousVersion: from },
    }))
}

async function logVersions(ctx: DomainContext, project: TelemetryProject, window: Window): Promise<VersionSeen[]> {
  const field = { kind: 'resource', key: VERSION_KEY } as const
  const { groups } = await ctx.telemetry.countLogs(project, {
    range: rangeOf(window),
    filter: { conditions: [{ field, op: 'exists', value: true }] },
    intervalMs: STEP_MS,
    groupBy: [{ kind: 'builtin', name: 'service' }, field],
    groupsMax: SERVICE_VERSIONS_MAX,
  })
  return groups.flatMap(({ key: [service, version], counts }) => {
    const times = counts.filter(([, count]) => count > 0).map(([atMs]) => atMs)
    const [firstMs, lastMs] = [times[0], times.at(-1)]
    if (service == null || version == null || firstMs === undefined || lastMs === undefined) return []
    return [{ service, version, firstMs, lastMs: lastMs + STEP_MS }]
  })
}

const SPAN_VERSIONS_MAX = 40

/** Returns the versions that spans name, with the times when each was first and last seen. */
async function spanVersions(ctx: DomainContext, project: TelemetryProject, window: Window): Promise<VersionSeen[]> {
  const field = { kind: 'resource', key: VERSION_KEY } as const
  const range = rangeOf(window)
  const { values } = await ctx.telemetry.fieldValues(project, {
    range,
    filter: { conditions: [] },
    signal: 'spans',
    field,
    limit: SPAN_VERSIONS_MAX,
  })
  const seen = await Promise.all(
    values.map(async ({ value }): Promise<VersionSeen[]> => {
      const edge = async (order: 'oldest' | 'newest') => {
        const filter = { conditions: [{ field, op: 'eq', value } as const] }
        const { spans } = await ctx.telemetry.searchSpans(project, { range, filter, order, limit: 1 })
        return spans[0]
      }
      const [first, last] = await Promise.all([edge('oldest'), edge('newest')])
      if (first === undefined || last === undefined) return []
      return [
        { service: first.resource.service, version: value, firstMs: toMillis(first.time), lastMs: toMillis(last.time) },
      ]
    }),
  )
  return seen.flat()
}
