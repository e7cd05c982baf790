/** Releases and scalings as a pipeline and the cluster tell of them. */
import type { Attributes, LogRecord } from '../../../src/telemetry/model.ts'
import { fromMillis } from '../../../src/telemetry/time.ts'
import type { Random } from '../synthetic/random.ts'
import type { Told } from './pods.ts'

/** Whether a pipeline tells of each new pod or of the whole, and how late. */
export interface Telling {
  readonly isOfPods: boolean
  readonly namesVersions: boolean
  readonly lateMs: number
}

export function makeTelling(random: Random): Telling {
  return { isOfPods: random.chance(0.4), namesVersions: random.chance(0.8), lateMs: random.between(0, 8_000) }
}

export function changesOf(
  told: readonly Told[],
  telling: Telling,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): LogRecord[] {
  return told
    .flatMap((one) => (one.kind === 'release' ? releaseLines(one, telling) : scalingLines(one, telling)))
    .filter(({ atMs }) => atMs >= fromMs && atMs < toMs)
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(lineOf)
}

interface Line {
  readonly atMs: number
  readonly service: string
  readonly resource: Attributes
  readonly eventName: string
  readonly body: string
  readonly attributes: Attributes
}

function releaseLines(told: Told, { isOfPods, namesVersions, lateMs }: Telling): Line[] {
  const { name } = told.service
  const { version, hash } = told.release
  const resource = { 'service.name': name, ...(namesVersions ? { 'service.version': `1.${version}.0` } : {}) }
  const line = (atMs: number, what: 'started' | 'completed', id: string, own: Attributes): Line => ({
    atMs: atMs + lateMs,
    service: name,
    resource,
    eventName: `deployment.${what}`,
    body: `deployment ${name} ${id} ${what}`,
    attributes: {
      'event.name': `deployment.${what}`,
      'deployment.name': name,
      'deployment.id': `${name}-${hash}`,
      'deployment.status': what === 'started' ? 'in_progress' : 'succeeded',
      ...own,
    },
  })
  if (isOfPods)
    return told.pods.flatMap((pod) => {
      const own = { 'k8s.pod.name': pod.name }
      const started = line(pod.bornMs, 'started', pod.name, own)
      return Number.isFinite(pod.readyMs) ? [started, line(pod.readyMs, 'completed', pod.name, own)] : [started]
    })
  const id = `${name}-${hash}`
  const started = line(told.startedMs, 'started', id, {})
  return told.completedMs === null ? [started] : [started, line(told.completedMs, 'completed', id, {})]
}

function scalingLines({ service, release, startedMs, from, to }: Told, { lateMs }: Telling): Line[] {
  const set = `${service.name}-${release.hash}`
  return [
    {
      atMs: startedMs + lateMs,
      service: service.name,
      resource: { 'service.name': service.name, 'k8s.object.kind': 'Deployment', 'k8s.object.name': service.name },
      eventName: 'k8s.event',
      body: `Scaled ${to < from ? 'down' : 'up'} replica set ${set} to ${to} from ${from}`,
      attributes: { 'k8s.event.reason': 'ScalingReplicaSet', 'k8s.event.name': set },
    },
  ]
}

function lineOf({ atMs, service, resource, eventName, body, attributes }: Line): LogRecord {
  return {
    time: fromMillis(atMs),
    observedTime: null,
    severityNumber: 9,
    severityText: 'INFO',
    body,
    eventName,
    resource: { service, environment: '', attributes: resource },
    scopeName: '',
    attributes,
    traceId: '',
    spanId: '',
  }
}
