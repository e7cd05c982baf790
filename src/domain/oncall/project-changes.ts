/** Reads the changes of a project for the agent and the investigator. */
import type { ProjectChanges } from '../../agent/changes.ts'
import { logFailure } from '../../log/log.ts'
import type { PlacedProject, VerbCall } from '../context.ts'
import { recogniseChanges } from './recognise-changes.ts'

/** Returns no changes if they cannot be read, so that an investigation runs without them. */
export function projectChanges({ ctx, scope: owner }: VerbCall<PlacedProject>): ProjectChanges {
  return {
    list: async ({ fromMs, toMs, ...query }) => {
      try {
        await recogniseChanges({ ctx, scope: owner })
        const page = await ctx.objects.onCall(owner).listChanges({
          owner,
          from: fromMs,
          to: toMs,
          cursor: null,
          ...query,
        })
        return { changes: page.changes, isTruncated: page.nextCursor !== null }
      } catch (error) {
        logFailure('changes_unreadable', error)
        return { changes: [], isTruncated: true }
      }
    },
  }
}
