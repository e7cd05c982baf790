/** The tools of the agent, in the order models are told about them. */
import { compareLogPatternsTool } from './compare-log-patterns.ts'
import { coverageTool } from './coverage.ts'
import { type RegisteredTool, registerTool } from './define-tool.ts'
import { investigateTool } from './investigate.ts'
import { logDetailTool } from './log-detail.ts'
import { logPatternsTool } from './log-patterns.ts'
import { logVolumeTool } from './log-volume.ts'
import { searchLogsTool } from './search-logs.ts'

export function agentTools(): ReadonlyMap<string, RegisteredTool> {
  const tools: readonly RegisteredTool[] = [
    registerTool(coverageTool),
    registerTool(investigateTool),
    registerTool(logVolumeTool),
    registerTool(logPatternsTool),
    registerTool(compareLogPatternsTool),
    registerTool(searchLogsTool),
    registerTool(logDetailTool),
  ]
  return new Map(tools.map((tool) => [tool.name, tool]))
}
