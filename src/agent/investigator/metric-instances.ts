/**
 * Names the instance of each series. Prometheus and what reads from it name a pod among a point's attributes, where
 * OpenTelemetry names it in the resource. What else describes the instance (its node, its version) says nothing about
 * what is measured, and would tell the same reading of two instances apart.
 */
import type { MetricActivity, MetricSeriesActivity } from '../../telemetry/index.ts'

const INSTANCE_KEYS = ['k8s.pod.name', 'pod', 'pod_name', 'kubernetes_pod_name', 'service.instance.id', 'instance']

/** Attributes of a series, as `metricActivity` writes them: `key=value,…`. A value with a comma is cut there. */
export function labelsOf(attributes: string): [key: string, value: string][] {
  return attributes.split(',').flatMap((label): [string, string][] => {
    const at = label.indexOf('=')
    return at < 1 ? [] : [[label.slice(0, at), label.slice(at + 1)]]
  })
}

/** The same activity with an instance for each series whose attributes name one and whose resource does not. */
export function withInstances(activity: MetricActivity): MetricActivity {
  const pairs = new Map(activity.series.map((entry) => [entry, new Map(labelsOf(entry.attributes))]))
  const named = new Map<MetricSeriesActivity, string>()
  for (const [entry, own] of pairs) {
    const instance = INSTANCE_KEYS.map((key) => own.get(key)).find((value) => value !== undefined && value !== '')
    if (entry.instance === '' && instance !== undefined) named.set(entry, instance)
  }
  if (named.size === 0) return activity
  const ofInstance = keysOfInstances(named, pairs)
  const series = activity.series.map((entry) => {
    const instance = named.get(entry)
    if (instance === undefined) return entry
    const kept = entry.attributes.split(',').filter((label) => !ofInstance.has(label.slice(0, label.indexOf('='))))
    return { ...entry, instance, attributes: kept.join(',') }
  })
  return { ...activity, series }
}

/** Keys with one value on all series of an instance, for every instance that has them at all. */
function keysOfInstances(
  named: ReadonlyMap<MetricSeriesActivity, string>,
  pairs: ReadonlyMap<MetricSeriesActivity, ReadonlyMap<string, string>>,
): Set<string> {
  const groups = Map.groupBy(named.keys(), (entry) => `${entry.service}\u0000${named.get(entry) ?? ''}`)
  const all = new Set<string>()
  const varying = new Set<string>()
  for (const group of groups.values()) {
    const keys = new Set(group.flatMap((entry) => [...(pairs.get(entry)?.keys() ?? [])]))
    for (const key of keys) {
      all.add(key)
      const values = new Set(group.map((entry) => pairs.get(entry)?.get(key)))
      if (values.size > 1) varying.add(key)
    }
  }
  return all.difference(varying)
}
