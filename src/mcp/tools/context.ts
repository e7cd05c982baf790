/** Where a caller stands: which organizations and projects its credential reaches, and which services a project has. */
import { z } from 'zod'
import type { CoverageToolResult } from '../../agent/tools/coverage.ts'
import { coverageTool } from '../../agent/tools/coverage.ts'
import { type SpanStatsToolResult, type SpanSummary, spanStatsTool } from '../../agent/tools/span-stats.ts'
import { timeInput } from '../../agent/tools/window.ts'
import type { Caller } from '../../auth/caller.ts'
import { isProblem } from '../../contracts/domain-error.ts'
import { listOrganizations } from '../../domain/organizations/list-organizations.ts'
import { listProjects } from '../../domain/projects/list-projects.ts'
import { callAgentTool } from '../agent-tools.ts'
import { defineTool, type ToolCall } from '../tool.ts'
import { counted, spanOf, windowOutput } from './telemetry-tool.ts'

/** Organizations whose projects are listed; each is a look-up. More are listed by name. */
const ORGANIZATIONS_WITH_PROJECTS_MAX = 10
const ORGANIZATIONS_MAX = 100
const PROJECTS_MAX = 100

const projectItem = z.object({ id: z.string(), name: z.string(), region: z.string() })

export const getContext = defineTool({
  name: 'get_context',
  title: 'Get context',
  description:
    'Which organizations and projects the credential reaches, with their ids, and the present time. Call it first if another tool asks for projectId.',
  permission: null,
  input: {},
  output: {
    now: z.string(),
    credential: z.object({ kind: z.string(), name: z.string() }),
    organizations: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        role: z.string().optional(),
        projects: z.array(projectItem).optional().describe('Absent: name the organization to see them.'),
      }),
    ),
  },
  async run(call) {
    const { ctx, access, caller, input } = call
    await access.admitWithoutTenant()
    const all = await listOrganizations({ ctx, scope: caller })
    const visible = input.organizationId === undefined ? all : all.filter(({ id }) => id === input.organizationId)
    const organizations = await Promise.all(
      visible.slice(0, ORGANIZATIONS_MAX).map(async ({ id, name, role }, index) => ({
        id,
        name,
        ...(role === undefined ? {} : { role }),
        ...(index < ORGANIZATIONS_WITH_PROJECTS_MAX ? { projects: await projectsOf(call, id) } : {}),
      })),
    )
    const projects = organizations.reduce((sum, one) => sum + (one.projects?.length ?? 0), 0)
    return {
      summary: `The credential reaches ${counted(visible.length, 'organization')}; ${counted(projects, 'project')} listed.`,
      data: { now: new Date(ctx.now()).toISOString(), credential: credentialOf(caller), organizations },
      readOn: 'Call it with an organizationId to see its projects.',
    }
  },
})

/** Projects that this credential may list; none where it may not. */
async function projectsOf({ ctx, input, accessTo }: ToolCall<{ readonly projectId?: string | undefined }>, id: string) {
  try {
    const scope = await accessTo({ organizationId: id }, 'projects:read').organization()
    const projects = await listProjects({ ctx, scope })
    return projects
      .filter((project) => input.projectId === undefined || project.id === input.projectId)
      .slice(0, PROJECTS_MAX)
      .map(({ id: projectId, name, region }) => ({ id: projectId, name, region }))
  } catch (error) {
    if (isProblem(error, 'missing_permission')) return []
    throw error
  }
}

function credentialOf(caller: Caller): { readonly kind: string; readonly name: string } {
  if (caller.kind === 'user') return { kind: 'user token', name: caller.user.name ?? caller.user.email }
  return { kind: `${caller.kind} key`, name: caller.keyName }
}

const serviceItem = z.looseObject({
  service: z.string(),
  logs: z.number(),
  spans: z.number(),
  metrics: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
  requests: z.number().optional(),
  errors: z.number().optional(),
  p99Ms: z.number().optional(),
})

export const listServices = defineTool({
  name: 'list_services',
  title: 'List services',
  description:
    'The services of a project with their numbers of log records, spans, metric points and failed requests, first and last seen. Shows which signals there are and who went silent.',
  permission: 'telemetry:read',
  input: {
    from: timeInput.optional().describe('Start, ISO 8601 UTC. Default: one day before the last record.'),
    to: timeInput.optional().describe('End, ISO 8601 UTC. Default: now.'),
  },
  output: {
    window: windowOutput,
    lastRecord: z.string().nullable(),
    signals: z.object({ logs: z.number(), spans: z.number(), metrics: z.number() }),
    servicesTotal: z.number(),
    services: z.array(serviceItem),
  },
  async run({ ctx, access, input, signal }) {
    const scope = await access.project()
    const call = { ctx, scope, signal }
    const params = Object.fromEntries(Object.entries({ from: input.from, to: input.to }).filter(([, text]) => text))
    const { data, suspicious } = await callAgentTool(call, coverageTool.name, params)
    const coverage = data as unknown as CoverageToolResult
    const requests =
      coverage.signals.spans > 0 ? await requestsOf(call, coverage.window) : new Map<string, SpanSummary>()
    const services = coverage.services.map((one) => ({ ...one, ...requestFields(requests.get(one.service)) }))
    return {
      summary: `${counted(coverage.servicesTotal, 'service')} sent telemetry in ${spanOf(coverage.window)}: ${coverage.signals.logs} log records, ${coverage.signals.spans} spans, ${coverage.signals.metrics} metric points.`,
      data: { ...data, services },
      suspicious,
      readOn: 'Services with the most records come first; shorten the window to see others.',
    }
  },
})

async function requestsOf(
  call: Parameters<typeof callAgentTool>[0],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Map<string, SpanSummary>> {
  const { data } = await callAgentTool(call, spanStatsTool.name, { from, to })
  const { rows } = data as unknown as SpanStatsToolResult
  return new Map(rows.map((row) => [row.service, row]))
}

const requestFields = (row: SpanSummary | undefined) =>
  row === undefined ? {} : { requests: row.requests, errors: row.errors, p99Ms: row.p99Ms }
