/**
 * Scopes: the only way to the data of an organization or project. Scopes are created only here, after checking that the
 * caller can see the tenant (otherwise 404) and has the operation's permission (otherwise 403). Domain verbs require a
 * scope instead of a bare id.
 */
import { DomainError, missingPermission, notFound } from '../contracts/domain-error.ts'
import type { VisibleTenants } from '../contracts/tenants.ts'
import type { Database } from '../db/database.ts'
import { findAccessibleProject, isPartnerOrganization } from '../db/organizations.ts'
import { firstProjects } from '../db/projects.ts'
import { AgedCache } from './cache.ts'
import { actorOf, type Caller } from './caller.ts'
import { type Grant, type Permission, permissionsOf } from './permissions.ts'

declare const scopeBrand: unique symbol

export interface Actor {
  readonly kind: string
  readonly id: string
}

export interface OrganizationScope {
  readonly organizationId: string
  /** The project that the credential is narrowed to. Lists then show only this project. */
  readonly narrowedToProjectId: string | null
  readonly actor: Actor
  readonly permissions: ReadonlySet<Permission>
  readonly [scopeBrand]: 'organization' | 'project'
}

export interface ProjectScope extends OrganizationScope {
  readonly projectId: string
  readonly projectName: string
  readonly region: string
}

/** A row that was loaded by its id, with the caller's scope in the row's tenant. */
export interface Found<Row> {
  readonly scope: OrganizationScope
  readonly row: Row
}

export interface ProjectRow {
  readonly id: string
  readonly organizationId: string
  readonly name: string
  readonly region: string
}

export interface AccessInput {
  readonly caller: Caller
  readonly db: Database
  readonly now: number
  /** `organizationId` and `projectId` from the query or the body. */
  readonly given: { readonly organizationId: string | undefined; readonly projectId: string | undefined }
  readonly permission: Permission | null
  /**
   * True if the addressed resource must be known to exist before the answer, because the answer may come from a stored
   * record, or because the right is checked again during the answer. Otherwise the object of a thread may report a
   * missing thread itself.
   */
  readonly mustBeFound: boolean
  /** Counts the request against the limits of its credential and organization. Throws 429. */
  readonly admit: (organizationId: string) => Promise<void>
}

const CACHE_AGE_MAX_MS = 30_000
const projects = new AgedCache<ProjectRow>(CACHE_AGE_MAX_MS, 10_000)
const partnerOrganizations = new AgedCache<true>(CACHE_AGE_MAX_MS, 10_000)

/** A changed or deleted project is read again at once in the isolate that changed it. */
export function forgetProject(projectId: string): void {
  projects.delete(projectId)
}

export class Access {
  readonly #input: AccessInput
  #projectId: string | null = null
  #decidedFor: string | null = null

  constructor(input: AccessInput) {
    this.#input = input
  }

  /** The project whose data this request may use; null while none was granted. */
  get projectId(): string | null {
    return this.#projectId
  }

  /**
   * For whom the right of this request was decided: an organization, or, for an operation without one, the requesting
   * person or superorganization. null: nothing was decided yet, and nothing may be answered.
   */
  get decidedFor(): string | null {
    return this.#decidedFor
  }

  get mustBeFound(): boolean {
    return this.#input.mustBeFound
  }

  get caller(): Caller {
    return this.#input.caller
  }

  /** Resolves `organizationId`. In billing operations, a user token has to name it. */
  async organization(options: { readonly mustBeNamedByUsers?: boolean } = {}): Promise<OrganizationScope> {
    const { given } = this.#input
    if (given.projectId !== undefined) {
      const project = await this.#projectRow(given.projectId)
      return this.resource({ organizationId: project.organizationId, projectId: project.id }, 'The project')
    }
    const id = given.organizationId ?? this.#ownOrganizationId(options.mustBeNamedByUsers ?? false)
    if (id === null) {
      throw new DomainError({ kind: 'missing_context', missing: 'organizationId' })
    }
    return this.#authorize(id, null)
  }

  /** Returns the scope of an organization named in the path. */
  async organizationById(organizationId: string): Promise<OrganizationScope> {
    return this.resource({ organizationId, projectId: null }, 'The organization')
  }

  /** Resolves `projectId`. */
  async project(): Promise<ProjectScope> {
    const { given, caller } = this.#input
    const named = given.projectId ?? (caller.kind === 'partner' ? undefined : (caller.projectId ?? undefined))
    const project = named === undefined ? await this.#onlyProject() : await this.#projectRow(named)
    return this.#projectScope(project)
  }

  async projectById(projectId: string): Promise<ProjectScope> {
    const { given } = this.#input
    if (given.projectId !== undefined && given.projectId !== projectId) throw notFound('The project')
    return this.#projectScope(await this.#projectRow(projectId))
  }

  /** For catalogues that are the same for everyone: it is enough that the caller may read in any one organization. */
  async organizationOrProject(): Promise<void> {
    const { caller, given } = this.#input
    if (given.organizationId !== undefined || given.projectId !== undefined) return void (await this.organization())
    if (caller.kind === 'user' && caller.memberships.length > 1) {
      const first = caller.memberships[0]
      if (first) return void (await this.#authorize(first.id, null))
    }
    return void (await this.organization())
  }

  /** Returns the scope for a row that was loaded by its id. A foreign row is answered like a missing one. */
  async resource(
    row: { readonly organizationId: string; readonly projectId: string | null } | null | undefined,
    what: string,
  ): Promise<OrganizationScope> {
    const { given, caller } = this.#input
    if (!row) throw notFound(what)
    if (given.organizationId !== undefined && given.organizationId !== row.organizationId) throw notFound(what)
    if (given.projectId !== undefined && given.projectId !== row.projectId) throw notFound(what)
    if (row.projectId !== null && (await this.#isDeleted(row.projectId))) throw notFound(what)
    const narrowed = caller.kind === 'partner' ? null : caller.projectId
    if (narrowed !== null && row.projectId !== null && row.projectId !== narrowed) throw notFound(what)
    const scope = await this.#authorize(row.organizationId, row.projectId, what)
    this.#projectId = row.projectId
    return scope
  }

  /** Like `resource`, but also returns the row. */
  async found<Row extends { readonly organizationId: string; readonly projectId: string | null }>(
    row: Row | null | undefined,
    what: string,
  ): Promise<Found<Row>> {
    if (!row) throw notFound(what)
    return { scope: await this.resource(row, what), row }
  }

  /** Like `resource`, for a row of a project whose region and name are needed (stubs of its objects). */
  async projectResource(
    row: { readonly organizationId: string; readonly projectId: string } | null | undefined,
    what: string,
  ): Promise<ProjectScope> {
    if (!row) throw notFound(what)
    const scope = await this.resource(row, what)
    const project = await this.#projectRow(row.projectId)
    return { ...scope, projectId: project.id, projectName: project.name, region: project.region }
  }

  /** For objects that check their own tenant. */
  visibleTenants(): VisibleTenants {
    const { caller, given } = this.#input
    if (caller.kind === 'partner') return { organizationIds: [], projectId: null }
    const own = caller.kind === 'secret' ? [caller.organization.id] : caller.memberships.map((one) => one.id)
    const organizationIds = given.organizationId === undefined ? own : own.filter((id) => id === given.organizationId)
    const projectId = caller.projectId ?? given.projectId ?? null
    if (given.projectId !== undefined && projectId !== given.projectId) return { organizationIds: [], projectId }
    const { deletedProjectIds } = caller
    return { organizationIds, projectId, ...(deletedProjectIds.length > 0 ? { deletedProjectIds } : {}) }
  }

  /** Operations without a tenant (me.get, organizations.list) count only against the credential. */
  async admitWithoutTenant(): Promise<void> {
    const { caller } = this.#input
    await this.#assertContextVisible()
    await this.#input.admit(caller.kind === 'secret' ? caller.organization.id : '')
    this.#decidedFor ??= ownerWithoutTenant(caller)
  }

  /** If a request names an organization or project that is not needed, it still has to be the caller's. */
  async #assertContextVisible(): Promise<void> {
    const { caller, given } = this.#input
    if (given.projectId !== undefined) {
      const project = await this.#projectRow(given.projectId)
      const narrowed = caller.kind === 'partner' ? null : caller.projectId
      const isOther = given.organizationId !== undefined && given.organizationId !== project.organizationId
      if (isOther || (narrowed !== null && narrowed !== project.id)) throw notFound('The project')
      if (await this.#isDeleted(project.id)) throw notFound('The project')
      if (!(await this.#grantIn(project.organizationId))) throw notFound('The project')
    } else if (given.organizationId !== undefined && !(await this.#grantIn(given.organizationId))) {
      throw notFound('The organization')
    }
  }

  async #authorize(
    organizationId: string,
    projectId: string | null,
    what = 'The organization',
  ): Promise<OrganizationScope> {
    const grant = await this.#grantIn(organizationId)
    if (!grant) throw notFound(what)
    const { caller, permission } = this.#input
    const narrowedToProjectId = caller.kind === 'partner' ? null : caller.projectId
    if (narrowedToProjectId !== null && projectId !== null && projectId !== narrowedToProjectId) throw notFound(what)
    const permissions = withinGrant(permissionsOf(grant, narrowedToProjectId !== null), caller)
    if (permission && !permissions.has(permission)) throw missingPermission(permission)
    await this.#input.admit(organizationId)
    this.#decidedFor ??= organizationId
    // The only place that creates scopes. The brand has no value at run time.
    return { organizationId, narrowedToProjectId, actor: actorOf(caller), permissions } as OrganizationScope
  }

  async #projectScope(project: ProjectRow): Promise<ProjectScope> {
    const scope = await this.resource({ organizationId: project.organizationId, projectId: project.id }, 'The project')
    return { ...scope, projectId: project.id, projectName: project.name, region: project.region }
  }

  async #grantIn(organizationId: string): Promise<Grant | null> {
    const { caller } = this.#input
    if (caller.kind === 'secret') {
      if (caller.organization.id !== organizationId) return null
      return { kind: caller.isPartnerMade ? 'partner_made_secret' : 'secret' }
    }
    if (caller.kind === 'user') {
      const membership = caller.memberships.find((one) => one.id === organizationId)
      return membership ? { kind: 'role', role: membership.role } : null
    }
    return (await this.#isPartnerOrganization(caller.superorganization.id, organizationId)) ? { kind: 'partner' } : null
  }

  async #isPartnerOrganization(superorganizationId: string, organizationId: string): Promise<boolean> {
    const { db, now } = this.#input
    const key = `${superorganizationId} ${organizationId}`
    if (partnerOrganizations.get(key, now)) return true
    const isOwn = await isPartnerOrganization(db, superorganizationId, organizationId)
    if (isOwn) partnerOrganizations.set(key, true, now)
    return isOwn
  }

  /** Rows of a deleted project stay until its deletion job reaches them. A partner's projects are looked up. */
  async #isDeleted(projectId: string): Promise<boolean> {
    const { caller } = this.#input
    if (caller.kind !== 'partner') return caller.deletedProjectIds.includes(projectId)
    return (await this.#findProject(projectId)) === null
  }

  #ownOrganizationId(mustBeNamedByUsers: boolean): string | null {
    const { caller } = this.#input
    if (caller.kind === 'secret') return caller.organization.id
    if (caller.kind === 'partner') return null
    if (caller.organizationId) return caller.organizationId
    if (mustBeNamedByUsers || caller.memberships.length !== 1) return null
    return caller.memberships[0]?.id ?? null
  }

  async #projectRow(projectId: string): Promise<ProjectRow> {
    const project = await this.#findProject(projectId)
    if (project === null) throw notFound('The project')
    return project
  }

  async #findProject(projectId: string): Promise<ProjectRow | null> {
    const { db, now } = this.#input
    const known = projects.get(projectId, now)
    if (known) return known
    const row = await findAccessibleProject(db, projectId)
    if (row) projects.set(projectId, row, now)
    return row
  }

  async #onlyProject(): Promise<ProjectRow> {
    const organizationId = this.#input.given.organizationId ?? this.#ownOrganizationId(false)
    const missing = new DomainError({ kind: 'missing_context', missing: 'projectId' })
    if (organizationId === null) throw missing
    if (!(await this.#grantIn(organizationId))) throw notFound('The organization')
    const [only, another] = await firstProjects(this.#input.db, organizationId, 2)
    if (!only || another) throw missing
    return only
  }
}

/**
 * Returns the project of a link to an incident, for the verbs that read what the link shows. It has no permission at
 * all. Only src/auth/incident-share.ts uses it.
 */
export function scopeOfShare(project: ProjectRow, shareId: string): ProjectScope {
  const { id, organizationId, name, region } = project
  const scope = {
    organizationId,
    projectId: id,
    projectName: name,
    region,
    narrowedToProjectId: id,
    actor: { kind: 'incident_share', id: shareId },
    permissions: new Set<Permission>(),
  }
  // The brand has no value at run time.
  return scope as unknown as ProjectScope
}

/** What the person may do, limited to what they allowed the client whose token this is. */
function withinGrant(permissions: ReadonlySet<Permission>, caller: Caller): ReadonlySet<Permission> {
  if (caller.kind !== 'user' || caller.grant === undefined) return permissions
  return new Set(caller.grant.scopes.filter((scope) => permissions.has(scope)))
}

/** Returns the owner of a request without a tenant: a person, an organization or a superorganization. */
export function ownerWithoutTenant(caller: Caller): string {
  switch (caller.kind) {
    case 'user':
      return caller.user.id
    case 'secret':
      return caller.organization.id
    case 'partner':
      return caller.superorganization.id
  }
}
