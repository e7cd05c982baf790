/**
 * The scope of work that no caller requested: sweeps of the clock, jobs of a queue, webhooks, alarms of objects. Such
 * work names its tenants in its input, taken from rows and messages that an authorized caller wrote. Routes cannot
 * import this file (.dependency-cruiser.mjs): a caller's request runs in the caller's scope.
 */
import type { Actor } from '../auth/scope.ts'

declare const systemBrand: unique symbol

export interface SystemScope {
  /** The actor in the audit log. */
  readonly actor: Actor
  readonly [systemBrand]: true
}

/** `id` names the part of the service that acts, such as `billing-clock` or `deletion`. */
export function systemScope(id: string): SystemScope {
  // The brand has no value at run time.
  return { actor: { kind: 'system', id } } as SystemScope
}
