/** Destinations of a project: where its incidents are reported. Only the operation that creates a secret returns it. */

import type { OrganizationScope, ProjectScope } from '../../auth/scope.ts'
import { DESTINATIONS_PER_PROJECT_MAX, type Target } from '../../contracts/delivery-protocol.ts'
import { conflict, invalidInput, notFound, notPossible } from '../../contracts/domain-error.ts'
import { createdId } from '../../contracts/ids.ts'
import { changesOf } from '../../db/database.ts'
import type { DestinationRow } from '../../db/destinations.ts'
import * as rows from '../../db/destinations.ts'
import { auditIfChanged } from '../audit.ts'
import type { DomainContext, PlacedProject, VerbCall } from '../context.ts'
import type { SystemScope } from '../system-scope.ts'
import { emailSettings } from './render.ts'
import { ALL_EVENTS, changedRules, type RulesChange } from './rules.ts'
import { givenSecret, openTarget, sealTarget, summaryOf, type TargetInput, targetOf } from './target.ts'

export type { DestinationRow } from '../../db/destinations.ts'

/**
 * Returns a destination by its id, of any project; null if there is none. The caller must decide the right to it
 * afterwards.
 */
export const findDestination = (ctx: DomainContext, id: string): Promise<DestinationRow | null> =>
  rows.findDestination(ctx.db, id)

/** Newest first; the cursor is the id of the last one returned. */
export async function listDestinations({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, { readonly limit: number; readonly cursor: string | undefined }>) {
  const { limit, cursor } = input
  const found = await rows.pageOfDestinations(ctx.db, { projectId: scope.projectId, limit: limit + 1, cursor })
  const page = found.slice(0, limit)
  return { destinations: page, nextCursor: found.length > limit ? (page.at(-1)?.id ?? null) : null }
}

export interface CreateDestinationInput {
  readonly name: string
  readonly target: TargetInput
  readonly rules: RulesChange | undefined
  readonly enabled: boolean
}

/** Returns a webhook's secret with the row: it is shown nowhere else. */
export async function createDestination({ ctx, scope, input }: VerbCall<ProjectScope, CreateDestinationInput>) {
  assertPossible(ctx, input.target)
  const { organizationId, projectId } = scope
  const id = createdId(ctx)
  const target = await targetOf(ctx, organizationId, input.target)
  const row: DestinationRow = {
    id,
    organizationId,
    projectId,
    kind: target.kind,
    name: input.name,
    target: await sealTarget(ctx, id, target),
    summary: summaryOf(target),
    rules: changedRules(ALL_EVENTS, input.rules),
    enabled: input.enabled,
    disabledReason: null,
    disabledAt: null,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  }
  const results = await ctx.db.batch([
    rows.insertDestination(ctx.db, row, DESTINATIONS_PER_PROJECT_MAX),
    auditIfChanged(ctx, { ...auditHead(scope, row), action: 'destination.create', detail: shown(row) }),
  ])
  if (changesOf(results) === 0)
    throw conflict(`A project has at most ${DESTINATIONS_PER_PROJECT_MAX} destinations. Delete one first.`)
  return { row, secret: secretOf(target) }
}

export interface UpdateDestinationInput {
  readonly row: DestinationRow
  readonly name: string | undefined
  readonly rules: RulesChange | undefined
  readonly enabled: boolean | undefined
  readonly target: TargetInput | undefined
}

/** PATCH: absent fields stay as they are. A webhook keeps its secrets. Enabling resets the record of failures. */
export async function updateDestination({
  ctx,
  scope,
  input,
}: VerbCall<ProjectScope, UpdateDestinationInput>): Promise<DestinationRow> {
  const { row, name, rules, enabled } = input
  const target = input.target === undefined ? undefined : await changedTarget(ctx, row, input.target)
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(rules === undefined ? {} : { rules }),
    ...(enabled === undefined ? {} : { enabled, disabledReason: null, disabledAt: null }),
  }
  const shownChange = { ...change, ...(target === undefined ? {} : { summary: summaryOf(target) }) }
  if (Object.keys(shownChange).length === 0) return row
  const written = {
    ...shownChange,
    ...(target === undefined ? {} : { target: await sealTarget(ctx, row.id, target) }),
    updatedAt: ctx.now(),
  }
  const results = await ctx.db.batch([
    target === undefined
      ? rows.updateDestination(ctx.db, row.id, written)
      : rows.replaceTarget(ctx.db, { id: row.id, before: row.target }, written),
    auditIfChanged(ctx, { ...auditHead(scope, row), action: 'destination.update', detail: shownChange }),
  ])
  if (changesOf(results) === 0) throw changedMeanwhile()
  const after = await findDestination(ctx, row.id)
  if (after === null) throw notFound('The destination')
  await ctx.objects
    .deliveries(scope)
    .destinationChanged({ owner: placeOf(scope), id: row.id, isEnabled: after.enabled })
  return after
}

/** Pending deliveries to it are cancelled. */
export async function deleteDestination({
  ctx,
  scope,
  input: { row },
}: VerbCall<ProjectScope, { readonly row: DestinationRow }>): Promise<void> {
  await ctx.db.batch([
    rows.deleteDestination(ctx.db, row.id),
    auditIfChanged(ctx, { ...auditHead(scope, row), action: 'destination.delete', detail: { name: row.name } }),
  ])
  await ctx.objects.deliveries(scope).destinationChanged({ owner: placeOf(scope), id: row.id, isEnabled: false })
}

/**
 * The new secret signs from now on. The previous one stays valid for `overlapHours`; an older one becomes invalid at
 * once.
 */
export async function rotateSecret({
  ctx,
  scope,
  input,
}: VerbCall<
  OrganizationScope,
  { readonly row: DestinationRow; readonly overlapHours: number; readonly secret: string | undefined }
>) {
  const { row } = input
  const target = await openTarget(ctx, row)
  if (target.kind !== 'webhook') throw notPossible('Only webhooks have a signing secret. Change the target instead.')
  const [current] = target.secrets
  const value = givenSecret(input.secret)
  const kept =
    current === undefined || input.overlapHours === 0 || current.value === value
      ? []
      : [{ ...current, expiresAt: ctx.now() + input.overlapHours * 3_600_000 }]
  const rotated: Target = { ...target, secrets: [{ value, createdAt: ctx.now(), expiresAt: null }, ...kept] }
  const change = { target: await sealTarget(ctx, row.id, rotated), summary: summaryOf(rotated), updatedAt: ctx.now() }
  const results = await ctx.db.batch([
    rows.replaceTarget(ctx.db, { id: row.id, before: row.target }, change),
    auditIfChanged(ctx, {
      ...auditHead(scope, row),
      action: 'destination.rotate_secret',
      detail: { overlapHours: input.overlapHours },
    }),
  ])
  if (changesOf(results) === 0) throw changedMeanwhile()
  return { row: { ...row, ...change }, secret: value }
}

/** Disables a destination because its deliveries keep failing. True if this call did it. */
export async function disableDestination({
  ctx,
  input,
}: VerbCall<SystemScope, { readonly row: DestinationRow; readonly reason: string }>): Promise<boolean> {
  const { row, reason } = input
  const change = { disabledReason: reason, disabledAt: ctx.now() }
  const results = await ctx.db.batch([
    rows.disableDestination(ctx.db, row.id, change),
    auditIfChanged(ctx, {
      organizationId: row.organizationId,
      projectId: row.projectId,
      actor: { kind: 'system', id: 'deliveries' },
      action: 'destination.disable',
      targetId: row.id,
      detail: { reason },
    }),
  ])
  return changesOf(results) > 0
}

async function changedTarget(ctx: DomainContext, row: DestinationRow, input: TargetInput): Promise<Target> {
  if (input.kind !== row.kind) {
    const message = `stays ${row.kind}; create another destination for another kind`
    throw invalidInput(`The destination's kind ${message}.`, [{ path: 'body.target.kind', message }])
  }
  assertPossible(ctx, input)
  if (input.kind !== 'webhook') return targetOf(ctx, row.organizationId, input)
  if (input.secret !== undefined) {
    const message = 'can be changed only by rotating it'
    throw invalidInput(`The destination's secret ${message}.`, [{ path: 'body.target.secret', message }])
  }
  const stored = await openTarget(ctx, row)
  return targetOf(ctx, row.organizationId, input, stored.kind === 'webhook' ? stored.secrets : undefined)
}

function assertPossible(ctx: DomainContext, target: TargetInput): void {
  if (target.kind === 'email' && emailSettings(ctx.settings) === null)
    throw notPossible('This deployment sends no e-mail: its operator has configured no provider for it.')
}

const changedMeanwhile = () => conflict('The destination was changed meanwhile. Read it and try again.')
const secretOf = (target: Target): string | null =>
  target.kind === 'webhook' ? (target.secrets[0]?.value ?? null) : null
const shown = ({ kind, name, summary, rules, enabled }: DestinationRow) => ({ kind, name, summary, rules, enabled })
const placeOf = ({ organizationId, projectId, region }: PlacedProject): PlacedProject => ({
  organizationId,
  projectId,
  region,
})

const auditHead = (scope: OrganizationScope, row: DestinationRow) => ({
  organizationId: row.organizationId,
  projectId: row.projectId,
  actor: scope.actor,
  targetId: row.id,
})
