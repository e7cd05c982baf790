/** Reads the labels of an alert, and finds the service and the entities that they name. */
import {
  ALERT_ENTITIES_MAX,
  ALERT_LABELS_MAX,
  LABEL_NAME_CHARS_MAX,
  LABEL_VALUE_CHARS_MAX,
} from '../../contracts/oncall-protocol.ts'
import { fieldsOf, lineOf } from './reading.ts'

export const SERVICE_CHARACTERS_MAX = 200

/** Returns at most 64 labels. Values that are no text, number or boolean are left out. */
export function labelsOf(...sources: readonly unknown[]): Record<string, string> {
  const labels = new Map<string, string>()
  for (const source of sources) {
    for (const [name, value] of Object.entries(fieldsOf(source))) {
      if (labels.size >= ALERT_LABELS_MAX) break
      add(labels, name, value)
    }
  }
  // A label may be named __proto__. This makes it a field like any other.
  return Object.fromEntries(labels)
}

/** Reads tags given as lists of `name:value` or `name=value` (Datadog, PagerDuty, Opsgenie); a bare word has the value `true`. */
export function tagLabels(tags: readonly unknown[]): Record<string, string> {
  const labels = new Map<string, string>()
  for (const tag of tags) {
    if (labels.size >= ALERT_LABELS_MAX) break
    const text = lineOf(tag, LABEL_NAME_CHARS_MAX + LABEL_VALUE_CHARS_MAX)
    const end = text.search(/[:=]/)
    if (end < 0) add(labels, text, 'true')
    else add(labels, text.slice(0, end), text.slice(end + 1))
  }
  return Object.fromEntries(labels)
}

function add(labels: Map<string, string>, rawName: string, rawValue: unknown): void {
  const name = lineOf(rawName, LABEL_NAME_CHARS_MAX)
  const value = lineOf(rawValue, LABEL_VALUE_CHARS_MAX)
  if (name !== '' && value !== '' && !labels.has(name)) labels.set(name, value)
}

/** Labels in order of how surely they name the affected service and not the system that watches it. */
const SERVICE_LABELS = [
  'service.name',
  'service_name',
  'service',
  'app.kubernetes.io/name',
  'app_kubernetes_io_name',
  'label_app_kubernetes_io_name',
  'application',
  'app',
  'k8s.deployment.name',
  'k8s_deployment_name',
  'deployment',
  'statefulset',
  'daemonset',
  'kube_deployment',
  'workload',
  'servicename',
  'ServiceName',
  'FunctionName',
  'function_name',
  'component',
  'container',
  'container_name',
  'job',
] as const

/** Exporters, which write their own name into `service`, `job` and `container`. They are never the affected service. */
const EXPORTERS: ReadonlySet<string> = new Set([
  'kube-state-metrics',
  'node-exporter',
  'prometheus-node-exporter',
  'node_exporter',
  'node',
  'kubelet',
  'cadvisor',
  'kubernetes-cadvisor',
  'kubernetes-nodes',
  'kubernetes-pods',
  'kubernetes-service-endpoints',
  'blackbox',
  'blackbox-exporter',
  'prometheus',
  'pushgateway',
  'otel-collector',
])

/** Returns the service that an alert's labels name; null if none does. */
export function serviceOf(labels: Readonly<Record<string, string>>): string | null {
  for (const name of SERVICE_LABELS) {
    const value = Object.hasOwn(labels, name) ? labels[name] : undefined
    if (value === undefined || value === '') continue
    // A job may be `namespace/service`.
    const own = name === 'job' ? value.slice(value.lastIndexOf('/') + 1) : value
    if (own !== '' && !EXPORTERS.has(own.toLowerCase())) return own.slice(0, SERVICE_CHARACTERS_MAX)
  }
  return null
}

const ENTITY_LABELS = [
  'host',
  'hostname',
  'host.name',
  'host_name',
  'instance',
  'instance_id',
  'InstanceId',
  'node',
  'pod',
  'pod_name',
  'k8s.pod.name',
  'container',
  'container_name',
  'device',
  'check',
  'check_name',
  'database_id',
  'DBInstanceIdentifier',
  'LoadBalancer',
  'TargetGroup',
  'QueueName',
  'queue',
  'topic',
  'monitor',
] as const

/** Returns the hosts, pods, checks and devices that the labels name, and those that a format adds. */
export function entitiesOf(labels: Readonly<Record<string, string>>, ...more: readonly string[]): string[] {
  const named = ENTITY_LABELS.map((name) => (Object.hasOwn(labels, name) ? (labels[name] ?? '') : ''))
  const entities = [...more, ...named].map((text) => lineOf(text, SERVICE_CHARACTERS_MAX)).filter((text) => text !== '')
  return [...new Set(entities)].slice(0, ALERT_ENTITIES_MAX)
}
