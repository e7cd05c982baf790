/**
 * Railway: one GraphQL endpoint, read only. Facts in docs/connectors.md.
 * Weak there, chosen here:
 * - The most lines of one read (W, about 5000): more than 5000 is refused inside `errors[]`.
 * - Values of attributes (G) are JSON texts; every third line has null tags.
 * - A refusal is `Not Authorized` inside a 200, for unknown tokens too.
 * - The filter is understood as far as `@service:<id>` and `@level:<level>` go; anything else is a phrase.
 */
import { FakeControl, type SeededLog } from './control.ts'
import { authorization, type Exchange, json, retryAfter } from './exchange.ts'
import { answerGraphql, type RootFields } from './graphql-endpoint.ts'
import { createPlatformFake, type FakeOptions, type PlatformFake } from './platform-fake.ts'
import { railwaySchema } from './railway-schema.ts'

export const RAILWAY_TOKEN_ACCOUNT = 'rw_planted_account_51c2'
export const RAILWAY_TOKEN_WORKSPACE = 'rw_planted_workspace_9de0'
export const RAILWAY_TOKEN_PROJECT = 'rw_planted_project_7a41'
export const RAILWAY_TOKEN_BAD = 'rw_planted_bad_0000'
export const RAILWAY_TOKEN_REVOKED = 'rw_planted_revoked_1111'
export const RAILWAY_WORKSPACE_ID = 'ws-shop'
/** Genuine, of a workspace that is not the one asked for. */
export const RAILWAY_TOKEN_UNDER_SCOPED = 'rw_planted_underscoped_2'

const LINES_MAX = 5000
type Project = { id: string; name: string; environmentId: string; serviceId: string }
export type RailwayState = { projects: Project[] }
export type RailwayOptions = FakeOptions & { projectCount?: number }

type Holder = { kind: 'account' | 'workspace' | 'project'; workspaceId: string }
type Railway = { state: RailwayState; control: FakeControl }

export function createRailwayFake(options: RailwayOptions = {}): PlatformFake<RailwayState> {
  const projects = Array.from({ length: options.projectCount ?? 250 }, (_, index) => ({
    id: `proj-${index}`,
    name: `shop-${index}`,
    environmentId: `env-${index}`,
    serviceId: `svc-${index}`,
  }))
  const state: RailwayState = { projects }
  const railway: Railway = { state, control: new FakeControl() }
  const metadata = (token: string, type: string) => ({ token, token_type: type, workspace_id: RAILWAY_WORKSPACE_ID })
  return createPlatformFake<RailwayState>(
    {
      id: 'railway',
      hosts: ['backboard.railway.com'],
      state,
      control: railway.control,
      credentials: {
        good: metadata(RAILWAY_TOKEN_WORKSPACE, 'workspace'),
        bad: metadata(RAILWAY_TOKEN_BAD, 'workspace'),
        revoked: metadata(RAILWAY_TOKEN_REVOKED, 'workspace'),
        underScoped: metadata(RAILWAY_TOKEN_UNDER_SCOPED, 'workspace'),
      },
      secrets: [
        RAILWAY_TOKEN_ACCOUNT,
        RAILWAY_TOKEN_WORKSPACE,
        RAILWAY_TOKEN_PROJECT,
        RAILWAY_TOKEN_BAD,
        RAILWAY_TOKEN_REVOKED,
        RAILWAY_TOKEN_UNDER_SCOPED,
      ],
      resources: () => projects.map((project) => project.environmentId),
      routes: [
        {
          method: 'POST',
          pattern: '/graphql/v2',
          handle: (exchange) =>
            answerGraphql(railwaySchema, rootOf(railway, holderOf(exchange), exchange.nowMs), exchange),
        },
      ],
      rateLimited: (_, seconds) =>
        json({ errors: [{ message: 'Too many requests' }] }, 429, {
          'x-ratelimit-limit': '1000',
          'x-ratelimit-remaining': '0',
          ...retryAfter(seconds),
        }),
      serverError: (_, status) => json({ errors: [{ message: 'Problem processing request' }] }, status),
      notFound: () => json({ message: 'Not Found' }, 404),
      methodNotAllowed: () => json({ errors: [{ message: 'GraphQL only supports POST requests.' }] }, 405),
      unexpectedShape: () => json({ data: {} }),
      limits: (exchange) => ({ key: JSON.stringify(holderOf(exchange)), requestsMax: 1000, windowMs: 3_600_000 }),
    },
    options,
  )
}

/** Account and workspace tokens come in `Authorization`, project tokens only in their own header. */
function holderOf(exchange: Exchange): Holder | null {
  if (exchange.headers.get('project-access-token') === RAILWAY_TOKEN_PROJECT) {
    return { kind: 'project', workspaceId: RAILWAY_WORKSPACE_ID }
  }
  const token = authorization(exchange, 'bearer')
  if (token === RAILWAY_TOKEN_ACCOUNT) return { kind: 'account', workspaceId: RAILWAY_WORKSPACE_ID }
  if (token === RAILWAY_TOKEN_WORKSPACE) return { kind: 'workspace', workspaceId: RAILWAY_WORKSPACE_ID }
  if (token === RAILWAY_TOKEN_UNDER_SCOPED) return { kind: 'workspace', workspaceId: 'ws-other' }
  return null
}

function rootOf(railway: Railway, holder: Holder | null, nowMs: number): RootFields {
  const { projects } = railway.state
  const refuseUnless = (isAllowed: boolean) => {
    if (!isAllowed) throw new Error('Not Authorized')
  }
  const own = { id: RAILWAY_WORKSPACE_ID, name: 'Shop' }
  const isOwner = holder?.workspaceId === RAILWAY_WORKSPACE_ID
  const workspaceOf = (id: string) => ({ id, name: id === own.id ? own.name : 'Other' })
  return {
    me: () => {
      refuseUnless(holder?.kind === 'account')
      return { id: 'usr-1', name: 'Owner', email: 'owner@shop.example' }
    },
    apiToken: () => {
      refuseUnless(holder !== null && holder.kind !== 'project')
      return { workspaces: [workspaceOf(holder?.workspaceId ?? '')] }
    },
    projectToken: () => {
      refuseUnless(holder?.kind === 'project')
      return { projectId: projects[0]?.id, environmentId: projects[0]?.environmentId }
    },
    workspace: ({ workspaceId }) => {
      refuseUnless(holder !== null && holder.kind !== 'project' && holder.workspaceId === workspaceId)
      return workspaceOf(String(workspaceId))
    },
    externalWorkspaces: () => {
      refuseUnless(holder?.kind === 'account')
      return [own]
    },
    projects: ({ workspaceId, first, after }) => {
      refuseUnless(
        holder !== null && holder.kind !== 'project' && (workspaceId ?? holder.workspaceId) === holder.workspaceId,
      )
      return projectPage(isOwner ? projects : [], first, after)
    },
    project: ({ id }) => {
      const project = projects.find((candidate) => candidate.id === id)
      refuseUnless(isOwner && project !== undefined)
      return project && viewOf(project)
    },
    environmentLogs: (args) => {
      const index = projects.findIndex((project) => project.environmentId === args['environmentId'])
      refuseUnless(isOwner && index >= 0 && (holder?.kind !== 'project' || index === 0))
      return readLogs(railway, projects[index], args, nowMs)
    },
    deploymentLogs: () => [],
    buildLogs: () => [],
  }
}

function projectPage(projects: readonly Project[], first: unknown, after: unknown): object {
  const start = typeof after === 'string' ? projects.findIndex((project) => project.id === after) + 1 : 0
  const page = projects.slice(start, start + Math.min(typeof first === 'number' ? first : 100, 100))
  return {
    edges: page.map((project) => ({ cursor: project.id, node: viewOf(project) })),
    pageInfo: { hasNextPage: start + page.length < projects.length, endCursor: page.at(-1)?.id ?? null },
  }
}

function viewOf(project: Project): object {
  return {
    id: project.id,
    name: project.name,
    createdAt: '2026-01-01T00:00:00.000Z',
    environments: { edges: [{ node: { id: project.environmentId, name: 'production' } }] },
    services: { edges: [{ node: { id: project.serviceId, name: `${project.name}-api` } }] },
  }
}

/**
 * `beforeLimit` lines up to the anchor (or `beforeDate`), `afterLimit` lines from the anchor (or `afterDate`) on, both
 * ends included: the boundary line comes twice. In ascending order.
 */
function readLogs(
  { control }: Railway,
  project: Project | undefined,
  args: Record<string, unknown>,
  nowMs: number,
): object[] {
  const { beforeLimit, afterLimit, anchorDate, beforeDate, afterDate, filter } = args
  const countOf = (limit: unknown) => (typeof limit === 'number' ? limit : 0)
  if (countOf(beforeLimit) > LINES_MAX || countOf(afterLimit) > LINES_MAX)
    throw new Error(`Limit must be at most ${LINES_MAX}`)
  const timeOf = (...dates: unknown[]) => {
    const date = dates.find((candidate) => typeof candidate === 'string')
    const atMs = typeof date === 'string' ? Date.parse(date) : nowMs
    if (Number.isNaN(atMs)) throw new Error('Invalid date')
    return atMs
  }
  const resources = [project?.environmentId, undefined]
  const lines = control.logs
    .map((log, index) => ({ log, index }))
    .filter(({ log }) => resources.includes(log.resource) && passes(log, filter, project))
  const before =
    countOf(beforeLimit) === 0
      ? []
      : lines.filter(({ log }) => log.atMs <= timeOf(beforeDate, anchorDate)).slice(-countOf(beforeLimit))
  const after =
    countOf(afterLimit) === 0
      ? []
      : lines.filter(({ log }) => log.atMs >= timeOf(afterDate, anchorDate)).slice(0, countOf(afterLimit))
  return [...new Set([...before, ...after])].map(({ log, index }) => lineOf(log, index, project))
}

function passes(log: SeededLog, filter: unknown, project: Project | undefined): boolean {
  if (typeof filter !== 'string' || filter === '') return true
  return filter.split(/\s+(?:AND\s+)?/).every((term) => {
    if (term.startsWith('@service:')) return term.slice(9) === project?.serviceId
    if (term.startsWith('@level:')) return term.slice(7) === (log.level ?? 'info')
    return log.message.includes(term.replaceAll('"', ''))
  })
}

function lineOf(log: SeededLog, index: number, project: Project | undefined): object {
  const attributes = {
    level: log.level ?? 'info',
    ...log.attributes,
    ...(log.traceId ? { trace_id: log.traceId } : {}),
  }
  const hasTags = index % 3 !== 2
  return {
    timestamp: new Date(log.atMs).toISOString().replace('Z', `${String(index).padStart(6, '0')}Z`),
    message: log.message,
    severity: log.level ?? 'info',
    tags: hasTags
      ? { projectId: project?.id, environmentId: project?.environmentId, serviceId: project?.serviceId }
      : null,
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value: JSON.stringify(value) })),
  }
}
