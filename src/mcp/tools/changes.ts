/** What people changed. */
import { z } from 'zod'
import { type QueryChangesResult, queryChangesTool } from '../../agent/tools/query-changes.ts'
import { counted, spanOf, telemetryTool, windowOutput } from './telemetry-tool.ts'

export const listChanges = telemetryTool<QueryChangesResult>({
  name: 'list_changes',
  title: 'List changes',
  description:
    'What was deployed, released, flagged, configured, scaled or migrated in a window, newest first. Use it to see whether a change fits the onset of trouble.',
  permission: 'changes:read',
  tool: queryChangesTool,
  output: {
    window: windowOutput,
    changes: z.array(
      z.looseObject({
        id: z.string(),
        at: z.string(),
        kind: z.string(),
        services: z.array(z.string()),
        title: z.string(),
      }),
    ),
  },
  summary: ({ window, changes }) => `${counted(changes.length, 'change')} in ${spanOf(window)}.`,
  readOn: 'Name a service or a kind, or shorten the window.',
})
