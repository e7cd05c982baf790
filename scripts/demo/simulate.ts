/** One incident from one seed: the telemetry of a shop under load, everyday noise, and one fault. Pure and repeatable. */
import { planBursts } from './bursts.ts'
import { canSuffer, FAULT_KINDS, type Fault, type FaultKind, makeFault } from './faults.ts'
import { simulateMetrics } from './gauges.ts'
import type { ServiceDefinition, SimulatedChange, SimulatedLog, Simulation, Topology } from './model.ts'
import { type Random, seededRandom } from './random.ts'
import { SHOP } from './shop.ts'
import { Walker, type World, writeLine } from './traffic.ts'

export interface SimulationInput {
  readonly seed: number
  /** End of the simulated window, milliseconds since 1970. */
  readonly endMs: number
  readonly durationMinutes: number
  readonly requestsPerSecond?: number
  /** A kind, `none` for an hour without a fault; by default the seed picks. */
  readonly fault?: FaultKind | 'none'
  readonly topology?: Topology
  /** A change of load that nobody caused: factor, from and to as milliseconds since 1970. */
  readonly loadChange?: { readonly factor: number; readonly fromMs: number; readonly toMs: number }
}

/** About 40,000 lines an hour: enough for statistics, little enough to be sent in seconds. */
const REQUESTS_PER_SECOND = 1.6

function makeInstances(topology: Topology, random: Random): Map<string, string[]> {
  return new Map(
    topology.services.map((service) => {
      const set = random.hex(9)
      return [service.name, Array.from({ length: service.replicas }, () => `${service.name}-${set}-${random.hex(5)}`)]
    }),
  )
}

/** How often one customer request reaches each service, on average and without retries. */
function expectedVisits(topology: Topology): Map<string, number> {
  const visits = new Map<string, number>()
  const visit = (key: string, share: number) => {
    const operation = topology.operations.get(key)
    if (operation === undefined) return
    visits.set(operation.service, (visits.get(operation.service) ?? 0) + share)
    for (const call of operation.calls) visit(call.to, share * call.probability)
  }
  const weights = topology.flows.reduce((sum, flow) => sum + flow.weight, 0)
  for (const flow of topology.flows) visit(flow.entry, flow.weight / weights)
  return visits
}

/** About five visits a minute: a fault that nobody meets cannot be found by anyone. */
const VISITS_MIN = 0.05

/** Services behind the entry services that enough requests reach. */
function candidates(topology: Topology, kind: FaultKind): ServiceDefinition[] {
  const visits = expectedVisits(topology)
  const isMet = (service: ServiceDefinition) => (visits.get(service.name) ?? 0) >= VISITS_MIN
  return topology.services.filter(
    (service) => isMet(service) && !topology.entryServices.includes(service.name) && canSuffer(service, kind),
  )
}

function planFault(input: SimulationInput, topology: Topology): { fault: Fault; startMs: number } | null {
  if (input.fault === 'none') return null
  const random = seededRandom(input.seed, 'fault')
  const kind = input.fault ?? FAULT_KINDS[(input.seed - 1 + FAULT_KINDS.length * 1000) % FAULT_KINDS.length] ?? 'hang'
  const service = seededRandom(input.seed, 'service').shuffle(candidates(topology, kind))[0]
  if (service === undefined) throw new Error(`no service of this system can suffer ${kind}`)
  const beforeEndMs = random.integer(10 * 60, Math.min(25, input.durationMinutes - 5) * 60) * 1000
  const startMs = input.endMs - beforeEndMs
  return { fault: makeFault(kind, { service, startMs, endMs: input.endMs, random }), startMs }
}

function writeBackground(world: World, startMs: number, endMs: number): void {
  for (const service of world.topology.services) {
    for (const instance of world.instances.get(service.name) ?? []) {
      for (const line of service.background) {
        let timeMs = startMs + world.random.next() * line.everyMs
        while (timeMs < endMs) {
          const isSilent =
            world.fault?.isSilent && world.fault.service === service.name && timeMs >= world.fault.startMs
          if (!isSilent) writeLine(world, service, instance, timeMs, line, {})
          timeMs += line.everyMs * (0.9 + 0.2 * world.random.next())
        }
      }
    }
  }
}

/** A release of a healthy service, at any time: deployments are not evidence by themselves. */
function writeHealthyRelease(world: World, startMs: number, endMs: number, random: Random): SimulatedChange {
  const service = random.pick(
    world.topology.services.filter((one) => one.name !== world.fault?.service && one.background.length > 0),
  )
  const timeMs = startMs + (0.15 + 0.7 * random.next()) * (endMs - startMs)
  for (const [index, instance] of (world.instances.get(service.name) ?? []).entries()) {
    const line = {
      severity: 'INFO',
      logger: 'release',
      text: 'rolling update: replica {int:1:3} ready, revision {int:100:180}',
    } as const
    writeLine(world, service, instance, timeMs + index * 21_000, line, {})
  }
  const title = `rolling update of ${service.name}`
  return { kind: 'deployment', service: service.name, version: null, title, startedMs: timeMs }
}

function writePlanned(
  world: World,
  service: string,
  lines: readonly { readonly timeMs: number; readonly line: Parameters<typeof writeLine>[4] }[],
) {
  const definition = world.services.get(service)
  const instance = world.instances.get(service)?.[0]
  if (definition === undefined || instance === undefined) return
  for (const { timeMs, line } of lines) writeLine(world, definition, instance, timeMs, line, {})
}

function runTraffic(world: World, input: SimulationInput, startMs: number): void {
  const walker = new Walker(world)
  const { flows } = world.topology
  const weights = flows.reduce((sum, flow) => sum + flow.weight, 0)
  const meanMs = 1000 / (input.requestsPerSecond ?? REQUESTS_PER_SECOND)
  for (let timeMs = startMs + world.random.waiting(meanMs); timeMs < input.endMs; ) {
    let place = world.random.next() * weights
    const flow = flows.find((candidate) => {
      place -= candidate.weight
      return place < 0
    })
    if (flow !== undefined) walker.request(flow, timeMs)
    // Load breathes by a fifth over twenty minutes, as it does in an ordinary hour.
    const swing = 1 + 0.2 * Math.sin(((timeMs - startMs) / 1_200_000) * 2 * Math.PI)
    const change = input.loadChange
    const factor = change !== undefined && timeMs >= change.fromMs && timeMs < change.toMs ? change.factor : 1
    timeMs += world.random.waiting(meanMs / swing / factor)
  }
}

function changesOf(release: SimulatedChange, plan: ReturnType<typeof planFault>): SimulatedChange[] {
  const { change, service } = plan?.fault ?? { change: null, service: '' }
  const guilty = change === null || plan === null ? [] : [{ ...change, service, startedMs: plan.startMs }]
  return [release, ...guilty].sort((a, b) => a.startedMs - b.startedMs)
}

export function simulate(input: SimulationInput): Simulation {
  const topology = input.topology ?? SHOP
  const startMs = input.endMs - input.durationMinutes * 60_000
  const plan = planFault(input, topology)
  const instances = makeInstances(topology, seededRandom(input.seed, 'instances'))
  const world: World = {
    topology,
    services: new Map(topology.services.map((service) => [service.name, service])),
    instances,
    fault: plan?.fault ?? null,
    random: seededRandom(input.seed, 'traffic'),
    recorder: { logs: [], spans: [] },
  }
  const burstBase = plan?.startMs ?? input.endMs - 15 * 60_000
  const bursts = planBursts(topology, plan?.fault.service ?? '', burstBase, seededRandom(input.seed, 'bursts'))
  runTraffic(world, input, startMs)
  writeBackground(world, startMs, input.endMs)
  const release = writeHealthyRelease(world, startMs, input.endMs, seededRandom(input.seed, 'release'))
  for (const burst of bursts) writePlanned(world, burst.service, burst.lines)
  if (plan !== null) writePlanned(world, plan.fault.service, plan.fault.announcements)

  const inWindow = (timeMs: number) => timeMs >= startMs && timeMs < input.endMs
  const byTime = (a: SimulatedLog, b: SimulatedLog) => a.timeMs - b.timeMs
  const spans = world.recorder.spans.filter((span) => inWindow(span.endMs))
  return {
    truth:
      plan === null
        ? null
        : {
            faultyService: plan.fault.service,
            faultKind: plan.fault.kind,
            startedAt: new Date(plan.startMs).toISOString(),
          },
    changes: changesOf(release, plan).filter(({ startedMs }) => inWindow(startedMs)),
    bursts: bursts.map(({ service, kind, startMs: from, endMs: to }) => ({ service, kind, startMs: from, endMs: to })),
    services: topology.services.map((service) => ({
      name: service.name,
      version: service.version,
      instances: instances.get(service.name) ?? [],
    })),
    logs: world.recorder.logs.filter((log) => inWindow(log.timeMs)).sort(byTime),
    spans: spans.sort((a, b) => a.startMs - b.startMs),
    metrics: simulateMetrics({
      services: topology.services,
      instances,
      spans,
      fault: world.fault,
      startMs,
      endMs: input.endMs,
      random: seededRandom(input.seed, 'metrics'),
    }),
  }
}
