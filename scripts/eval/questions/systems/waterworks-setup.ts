/** Who sends for the water utility: services, their formats, versions and pods. */
import {
  bareKeyValue,
  flatJson,
  logfmt,
  numberedJson,
  pythonLine,
  shortLogfmt,
  slogJson,
  springLine,
  structlogJson,
  tracingLine,
} from './formats.ts'
import type { ServiceSetup } from './scribe.ts'

const FORMATS = {
  'aqua-edge': slogJson,
  'mywater-web': numberedJson,
  'field-orders': flatJson,
  'pipe-registry': logfmt,
  'reading-intake': shortLogfmt,
  'leak-sentry': structlogJson,
  'pump-scada': bareKeyValue,
  'tariff-engine': springLine,
  'bill-press': tracingLine,
  'notice-post': pythonLine,
}
export const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'aqua-edge': '1.30.2', 'mywater-web': '9.4.0', 'field-orders': '2.11.6', 'pipe-registry': '5.0.9' },
  ...{ 'reading-intake': '7.2.1', 'leak-sentry': '0.18.3', 'pump-scada': '2.4.4', 'bill-press': '4.7.5' },
  'notice-post': '1.1.0',
}
const OLD_TARIFF = '3.14.2'
const NEW_TARIFF = '3.15.0'
/** What these write into their lines travels nowhere else. */
const LINES_ONLY = ['pump-scada', 'tariff-engine', 'notice-post']

export function setupsOf(releaseMs: number): ServiceSetup[] {
  const isNew = (name: string, timeMs: number) => name === 'tariff-engine' && timeMs >= releaseMs
  return Object.entries(FORMATS).map(([name, format], index) => ({
    ...{ name, format, isSeveritySent: !LINES_ONLY.includes(name), hasAttributes: !LINES_ONLY.includes(name) },
    version: (timeMs: number) =>
      name === 'tariff-engine' ? (isNew(name, timeMs) ? NEW_TARIFF : OLD_TARIFF) : (VERSIONS[name] ?? '1.0.0'),
    instance: (_traceId: string, timeMs: number) => `${name}-${isNew(name, timeMs) ? '84d5c9-rw2xj' : '7b6f4d-mn8cq'}`,
    resource: (instance: string) => ({
      ...{ 'k8s.namespace.name': 'waterworks', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
      'k8s.node.name': `basin-${(index % 4) + 1}`,
    }),
  }))
}
