/**
 * The scope of work that no caller asked for: sweeps of the clock, jobs of a queue, webhooks, alarms of objects. Such
 * work names its tenants in its input, from rows and messages that were written by somebody who had the right.
 * Routes cannot import this file (.dependency-cruiser.mjs): what a caller asks for is done in the caller's scope.
 */
import type { Actor } from '../auth/scope.ts'

declare const systemBrand: unique symbol

export interface SystemScope {
  /** Who stands in the audit log. */
  readonly actor: Actor
  readonly [systemBrand]: true
}

/** `id` names the part of the service that acts: `billing-clock`, `deletion`, … */
export function systemScope(id: string): SystemScope {
  // The brand has no value at run time.
  return { actor: { kind: 'system', id } } as SystemScope
}
