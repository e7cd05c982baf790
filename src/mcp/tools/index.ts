/** The tools of the MCP server, in the order in which clients see them: it never depends on who asks. */
import type { McpTool } from '../tool.ts'
import { listChanges } from './changes.ts'
import { getContext, listServices } from './context.ts'
import { getIncident, listIncidents } from './incidents.ts'
import { ask, getInvestigation, startInvestigation } from './investigations.ts'
import { compareLogPatterns, getLog, logPatterns, searchLogs } from './logs.ts'
import { listMetrics, queryMetric } from './metrics.ts'
import { queryTelemetry } from './query.ts'
import { getTrace, searchTraces } from './traces.ts'

export const MCP_TOOLS: readonly McpTool[] = [
  getContext,
  listServices,
  queryTelemetry,
  searchLogs,
  getLog,
  logPatterns,
  compareLogPatterns,
  searchTraces,
  getTrace,
  listMetrics,
  queryMetric,
  listChanges,
  listIncidents,
  getIncident,
  startInvestigation,
  getInvestigation,
  ask,
]
