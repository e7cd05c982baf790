/** Finds the maintenance window that suppresses an alert. */
import type { MaintenanceWindow, WindowInput } from '../../contracts/incident-protocol.ts'
import type { NormalizedAlert } from '../../contracts/oncall-protocol.ts'

export type WindowScope = Pick<MaintenanceWindow, 'id' | 'services' | 'labels' | 'startsAt' | 'endsAt'>

const WINDOW_MS_MAX = 30 * 24 * 3_600_000

/** Why a window is not possible, said of its end; null: it is. */
export function windowProblem({ startsAt, endsAt }: Pick<WindowInput, 'startsAt' | 'endsAt'>): string | null {
  if (endsAt <= startsAt) return 'must be after startsAt'
  return endsAt - startsAt > WINDOW_MS_MAX ? 'must be at most 30 days after startsAt' : null
}

/** Returns the active window that includes this alert; of several the one that ends last. */
export function windowFor(
  alert: Pick<NormalizedAlert, 'service' | 'labels'>,
  windows: readonly WindowScope[],
  nowMs: number,
): WindowScope | null {
  const fitting = windows.filter((window) => isAtWork(window, nowMs) && covers(window, alert))
  return fitting.toSorted((a, b) => b.endsAt - a.endsAt || (a.id < b.id ? -1 : 1))[0] ?? null
}

export function isAtWork({ startsAt, endsAt }: WindowScope, nowMs: number): boolean {
  return startsAt <= nowMs && nowMs < endsAt
}

function covers(window: WindowScope, { service, labels }: Pick<NormalizedAlert, 'service' | 'labels'>): boolean {
  if (window.services.length > 0 && (service === null || !window.services.includes(service))) return false
  return Object.entries(window.labels).every(([name, value]) => Object.hasOwn(labels, name) && labels[name] === value)
}
