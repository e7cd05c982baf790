/** What a project's telemetry shows when nothing happens: learnt an hour at a time, and read by investigations. */
import { learnQuiet } from '../../agent/investigator/learn-quiet.ts'
import { storeSource } from '../../agent/investigator/store-source.ts'
import type { ProjectQuiet } from '../../agent/quiet.ts'
import { logFailure } from '../../log/log.ts'
import type { PlacedProject, VerbCall } from '../context.ts'

/**
 * Takes one look at the project's last half hour and stores what it adds. Never throws: an hour that was not learnt is
 * one hour less to judge by.
 */
export async function learnProjectQuiet({ ctx, scope: owner }: VerbCall<PlacedProject>): Promise<void> {
  const object = ctx.objects.onCall(owner)
  try {
    const profile = await object.quietProfile()
    const source = storeSource(ctx.telemetry, { ...owner, retentionDays: 0 })
    await object.noteQuiet(await learnQuiet(source, { profile, nowMs: ctx.now() }))
  } catch (error) {
    logFailure('quiet_not_learnt', error)
    // It is tried again with the telemetry of the next hour.
    await ctx.objects
      .onCall(owner)
      .noteQuiet(null)
      .catch((failure: unknown) => logFailure('quiet_not_noted', failure))
  }
}

/** Reads the profile; without one an investigation judges as it does for systems in general. */
export function projectQuiet({ ctx, scope: owner }: VerbCall<PlacedProject>): ProjectQuiet {
  return {
    profile: async () => {
      try {
        return await ctx.objects.onCall(owner).quietProfile()
      } catch (error) {
        logFailure('quiet_unreadable', error)
        return null
      }
    },
  }
}
