/** Harmless bursts: loud, short, over by themselves, and no request of a customer suffers from them. */
import type { Burst, LineTemplate, Topology } from './model.ts'
import type { Random } from './random.ts'

interface BurstKind {
  readonly kind: string
  readonly service: string
  /** Mean gap between two lines. */
  readonly gapMs: number
  readonly durationMs: readonly [number, number]
  readonly first: LineTemplate
  readonly line: LineTemplate
  readonly last: LineTemplate
}

const BURST_KINDS: readonly BurstKind[] = [
  {
    kind: 'mail_backpressure',
    service: 'notification-worker',
    gapMs: 2500,
    durationMs: [120_000, 240_000],
    first: {
      severity: 'INFO',
      logger: 'mail',
      text: 'campaign newsletter-{int:40:60} enqueued, {int:900:2400} recipients',
    },
    line: {
      severity: 'ERROR',
      logger: 'mail',
      text: '{provider} answered 421 4.7.0 try again later (message {hex:12}), requeued',
    },
    last: { severity: 'INFO', logger: 'mail', text: 'backlog cleared, {int:900:2400} messages sent' },
  },
  {
    kind: 'import_rejections',
    service: 'catalog-api',
    gapMs: 1800,
    durationMs: [90_000, 200_000],
    first: { severity: 'INFO', logger: 'import', text: 'supplier feed {word} started rows={int:1800:4200}' },
    line: { severity: 'ERROR', logger: 'import', text: 'row {int:1:4200} rejected: missing gtin sku={sku}' },
    last: { severity: 'INFO', logger: 'import', text: 'supplier feed {word} finished rejected={int:40:110}' },
  },
  {
    kind: 'credential_probe',
    service: 'auth-service',
    gapMs: 1100,
    durationMs: [90_000, 180_000],
    first: { severity: 'WARN', logger: 'login', text: 'login failed sub={user} ip={clientIp} reason="unknown user"' },
    line: {
      severity: 'ERROR',
      logger: 'login',
      text: 'login rejected ip={clientIp} reason="too many attempts" sub={user}',
    },
    last: { severity: 'INFO', logger: 'login', text: 'address {clientIp} blocked for 3600s' },
  },
  {
    kind: 'crawler_queries',
    service: 'search-api',
    gapMs: 1500,
    durationMs: [100_000, 210_000],
    first: {
      severity: 'INFO',
      logger: 'c.shop.search.QueryController',
      text: 'New client agent seen: Mozilla/5.0 (compatible; shelfbot/{int:1:4}.{int:0:9})',
    },
    line: {
      severity: 'ERROR',
      logger: 'c.shop.search.QueryParser',
      text: 'Cannot parse query "{word}[[{hex:6}": unbalanced bracket at {int:4:20}',
    },
    last: { severity: 'INFO', logger: 'c.shop.search.QueryController', text: 'Agent shelfbot limited to 1 request/s' },
  },
  {
    kind: 'label_reprints',
    service: 'shipping-service',
    gapMs: 2200,
    durationMs: [90_000, 200_000],
    first: { severity: 'INFO', logger: 'app.labels', text: 'nightly label reconciliation started' },
    line: { severity: 'ERROR', logger: 'app.labels', text: 'label {hex:10} has no tracking number, reprint queued' },
    last: { severity: 'INFO', logger: 'app.labels', text: 'label reconciliation finished, {int:30:90} reprints' },
  },
]

/** For systems without a service that any of the above fits. */
function anonymousBurst(service: string): BurstKind {
  return {
    kind: 'batch_rejections',
    service,
    gapMs: 1600,
    durationMs: [90_000, 210_000],
    first: { severity: 'INFO', logger: 'batch', text: 'batch {hex:6} started, {int:900:4000} entries' },
    line: {
      severity: 'ERROR',
      logger: 'batch',
      text: 'entry {int:1:4000} of the batch refused: checksum {hex:8} differs',
    },
    last: { severity: 'INFO', logger: 'batch', text: 'batch {hex:6} finished, {int:30:120} entries refused' },
  }
}

export interface PlannedBurst extends Burst {
  readonly lines: readonly { readonly timeMs: number; readonly line: LineTemplate }[]
}

/** Three of five incidents have one, between 4 and 12 minutes before the fault, never in the faulty service itself. */
const BURST_PROBABILITY = 0.6

export function planBursts(
  topology: Topology,
  faultService: string,
  faultStartMs: number,
  random: Random,
): PlannedBurst[] {
  if (!random.chance(BURST_PROBABILITY)) return []
  const known = new Set(topology.services.map((service) => service.name))
  const fitting = BURST_KINDS.filter((kind) => known.has(kind.service) && kind.service !== faultService)
  const others = topology.services.filter((service) => service.name !== faultService)
  const candidates = fitting.length > 0 ? fitting : others.map((service) => anonymousBurst(service.name))
  const kind = random.pick(candidates)
  const startMs = faultStartMs - random.integer(240_000, 720_000)
  const endMs = startMs + random.integer(kind.durationMs[0], kind.durationMs[1])
  const lines = [{ timeMs: startMs, line: kind.first }]
  for (let timeMs = startMs + random.waiting(kind.gapMs); timeMs < endMs; timeMs += random.waiting(kind.gapMs)) {
    lines.push({ timeMs, line: kind.line })
  }
  lines.push({ timeMs: endMs, line: kind.last })
  return [{ service: kind.service, kind: kind.kind, startMs, endMs, lines }]
}
