/** The tools of the agent, in the order models are told about them. */
import { compareLogPatternsTool } from './compare-log-patterns.ts'
import { listConnectionsTool, queryConnectionTool } from './connections.ts'
import { coverageTool } from './coverage.ts'
import { type RegisteredTool, registerTool } from './define-tool.ts'
import { dependenciesTool } from './dependencies.ts'
import { investigateTool } from './investigate.ts'
import { logDetailTool } from './log-detail.ts'
import { logPatternsTool } from './log-patterns.ts'
import { logVolumeTool } from './log-volume.ts'
import { listMetricsTool, metricSeriesTool } from './metrics.ts'
import { queryChangesTool } from './query-changes.ts'
import { queryTelemetryTool } from './query-telemetry.ts'
import { readQuestionTool } from './read-question.ts'
import { searchLogsTool } from './search-logs.ts'
import { searchSpansTool } from './search-spans.ts'
import { sourceHealthTool } from './source-health.ts'
import { spanStatsTool } from './span-stats.ts'
import { traceTool } from './trace.ts'

let made: ReadonlyMap<string, RegisteredTool> | undefined

/** Returns the tools of the agent by name. Their schemas are written out once, when the first agent asks for them. */
export function agentTools(): ReadonlyMap<string, RegisteredTool> {
  made ??= makeTools()
  return made
}

function makeTools(): ReadonlyMap<string, RegisteredTool> {
  const tools: readonly RegisteredTool[] = [
    registerTool(readQuestionTool),
    registerTool(queryTelemetryTool),
    registerTool(coverageTool),
    registerTool(investigateTool),
    registerTool(logVolumeTool),
    registerTool(logPatternsTool),
    registerTool(compareLogPatternsTool),
    registerTool(searchLogsTool),
    registerTool(logDetailTool),
    registerTool(spanStatsTool),
    registerTool(searchSpansTool),
    registerTool(traceTool),
    registerTool(dependenciesTool),
    registerTool(listMetricsTool),
    registerTool(metricSeriesTool),
    registerTool(sourceHealthTool, 'sources'),
    registerTool(queryChangesTool, 'changes'),
    registerTool(listConnectionsTool, 'connections'),
    registerTool(queryConnectionTool, 'connections'),
  ]
  return new Map(tools.map((tool) => [tool.name, tool]))
}
