/** The instance that a resource describes: the most specific identity that OpenTelemetry's conventions define. */
import type { Attributes } from '../model.ts'

const INSTANCE_KEYS = ['service.instance.id', 'k8s.pod.name', 'container.id', 'host.name', 'k8s.node.name'] as const

/** '' when the resource names no instance. */
export function instanceOf(attributes: Attributes): string {
  for (const key of INSTANCE_KEYS) {
    const value = attributes[key]
    if (typeof value === 'string' && value !== '') return value
  }
  return ''
}
