/** A project's names as a test states them. */
import type { Catalogue, KnownKey, KnownValues } from '../../src/agent/questions/grounding/catalogue.ts'
import { templateTokens } from '../../src/agent/questions/grounding/template-tokens.ts'

export interface StatedNames {
  readonly services?: readonly string[]
  readonly operations?: readonly string[]
  readonly metrics?: readonly string[]
  /** Log templates of the first service. */
  readonly lines?: readonly string[]
  readonly keys?: readonly KnownKey[]
  readonly values?: readonly KnownValues[]
  readonly lastMs?: number
}

export function catalogueOf({
  services = [],
  operations = [],
  metrics = [],
  lines = [],
  keys = [],
  values = [],
  lastMs = Date.now(),
}: StatedNames): Catalogue {
  const firstMs = lastMs - 3_600_000
  const service = services[0] ?? 'web'
  return {
    services: services.map((name) => ({ name, logs: 100, spans: 100, metrics: 100, firstMs, lastMs })),
    operations,
    metrics: metrics.map((name) => ({
      name,
      unit: '1',
      type: 'gauge',
      description: '',
      services,
      attributes: [],
      points: 100,
    })),
    templates: lines.map((template, index) => ({
      id: `t${index}`,
      template,
      service,
      severity: 'info',
      count: 10,
      tokens: templateTokens(template),
    })),
    keys,
    values,
    firstMs,
    lastMs,
    lastSpanMs: lastMs,
    records: { logs: 100, spans: 100, metrics: 100 },
  }
}
