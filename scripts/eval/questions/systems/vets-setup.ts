/** Names, formats and places of the services for veterinary clinics. */
import type { Values } from '../records.ts'
import { eventJson, flatJson, logfmt, numberedJson, shortLogfmt, slogJson, structlogJson, zapJson } from './formats.ts'
import type { ServiceSetup } from './scribe.ts'

const FORMATS = {
  'front-desk': slogJson,
  'appointment-api': logfmt,
  'patient-records': flatJson,
  'treatment-service': numberedJson,
  'rx-service': zapJson,
  'invoice-service': structlogJson,
  televet: eventJson,
  'device-hub': shortLogfmt,
  'reminder-worker': logfmt,
  'clinic-backup': logfmt,
}
export const SERVICES = Object.keys(FORMATS)
const VERSIONS: Readonly<Record<string, string>> = {
  ...{ 'front-desk': '8.14.2', 'appointment-api': '3.6.1', 'treatment-service': '2.20.0', 'rx-service': '1.9.5' },
  ...{ 'invoice-service': '4.4.3', televet: '0.17.8', 'device-hub': '2.3.0', 'reminder-worker': '1.12.6' },
}
export const CLINICS = [
  'hillcrest',
  'hillcrest',
  'hillcrest',
  'oakfield',
  'oakfield',
  'riverside',
  'riverside',
  'marina',
]
export const SPECIES = ['dog', 'dog', 'dog', 'cat', 'cat', 'cat', 'rabbit', 'horse', 'parrot']
export const CLIENTS = ['tablet', 'tablet', 'tablet', 'web', 'web', 'phone']
/** Doses as the newer catalogue spells them: only fractions are spelt with a comma. */
export const DRUGS = [
  ['amoxicillin', '12,5'],
  ['amoxicillin', '12,5'],
  ['meloxicam', '0,1'],
  ['meloxicam', '0,1'],
  ['prednisolone', '0,5'],
  ['gabapentin', '10'],
  ['praziquantel', '5'],
] as const
export const DEVICES = ['hematology', 'hematology', 'chemistry', 'chemistry', 'urinalysis', 'xray'] as const

/** Where a request goes, and up to which ticket of a hundred. */
export const VISITS = [
  ['GET', '/appointments', 24],
  ['POST', '/appointments', 37],
  ['GET', '/animals/{id}', 60],
  ['POST', '/treatments', 76],
  ['POST', '/prescriptions', 86],
  ['POST', '/invoices', 94],
  ['POST', '/consultations', 100],
] as const

export function setupsOf(releaseMs: number): ServiceSetup[] {
  const suffix = (name: string, timeMs: number) => {
    if (name !== 'patient-records') return '7b9d5c6f88-m2xqj'
    return timeMs < releaseMs ? '68d7f5b94c-w8ktn' : '5c4f9b7d66-p6rzs'
  }
  return Object.entries(FORMATS).map(([name, format], index) => ({
    ...{ name, format, isSeveritySent: true, hasAttributes: name !== 'reminder-worker' },
    version: (timeMs: number) =>
      name === 'patient-records' ? (timeMs < releaseMs ? '5.2.4' : '5.3.0') : (VERSIONS[name] ?? '1.1.0'),
    instance: (_traceId: string, timeMs: number) => `${name}-${suffix(name, timeMs)}`,
    resource: (instance: string): Values => ({
      ...{ 'k8s.namespace.name': 'practice', 'k8s.deployment.name': name, 'k8s.pod.name': instance },
      ...{ 'k8s.node.name': `worker-${(index % 4) + 1}`, 'k8s.cluster.name': 'vet-cloud-eu' },
    }),
  }))
}
