/** The changes of version that the service recognises in telemetry by itself, for a world that is asked in this process. */
import type { ProjectChanges } from '../../../src/agent/changes.ts'
import type { ChangeView } from '../../../src/contracts/oncall-protocol.ts'
import { type VersionSeen, versionChanges } from '../../../src/domain/oncall/version-changes.ts'
import type { World } from './records.ts'

const STEP_MS = 60_000

/** Returns the changes of a world, as the on-call domain would list them. */
export function recognisedChanges(world: World): ProjectChanges {
  const changes = versionChanges(versionsSeen(world)).map(
    ({ service, from, to, atMs }): ChangeView => ({
      ...{ id: `${service} ${to}`, kind: 'deployment', services: [service], environment: null, version: to },
      ...{ author: null, url: null, title: `${service}: version ${from} to ${to}`, startedAt: atMs, endedAt: null },
      ...{ status: null, source: 'telemetry', dedupKey: `version:${service}:${from}:${to}`, attributes: {} },
      ...{ recordedAt: atMs, updatedAt: atMs },
    }),
  )
  return {
    list: async ({ fromMs, toMs, service, kind, text, limit }) => {
      const found = changes.filter(
        (one) =>
          one.startedAt >= fromMs &&
          one.startedAt < toMs &&
          (service === null || one.services.includes(service)) &&
          (kind === null || one.kind === kind) &&
          (text === null || one.title.toLowerCase().includes(text.toLowerCase())),
      )
      const newest = found.toSorted((a, b) => b.startedAt - a.startedAt)
      return { changes: newest.slice(0, limit), isTruncated: newest.length > limit }
    },
  }
}

/** By minutes of lines, else of spans, as the service sees them. */
function versionsSeen({ logs, spans }: World): VersionSeen[] {
  const told = logs.map(({ service, version, timeMs }) => ({ service, version, timeMs }))
  const records = told.some(({ version }) => version !== '')
    ? told
    : spans.map(({ service, version, startMs }) => ({ service, version, timeMs: startMs }))
  const seen = Map.groupBy(
    records.filter(({ version }) => version !== ''),
    ({ service, version }) => `${service}\u0000${version}`,
  )
  return [...seen.values()].flatMap((same) => {
    const [one] = same
    if (one === undefined) return []
    const times = same.map(({ timeMs }) => Math.floor(timeMs / STEP_MS) * STEP_MS)
    const { service, version } = one
    return [{ service, version, firstMs: Math.min(...times), lastMs: Math.max(...times) + STEP_MS }]
  })
}
