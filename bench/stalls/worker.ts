/** The real Worker, and a path that takes the hourly look at a project's quiet at once, whoever waits. */
import type { PlacedProject } from '../../src/contracts/oncall-protocol.ts'
import { learnProjectQuiet } from '../../src/domain/oncall/project-quiet.ts'
import type { Bindings } from '../../src/env.ts'
import { backgroundContext } from '../../src/wiring/contexts.ts'
import worker from '../../src/worker.ts'

export * from '../../src/worker.ts'

export default {
  ...worker,
  async fetch(request, bindings, execution) {
    if (new URL(request.url).pathname !== '/bench/quiet') return worker.fetch(request, bindings, execution)
    // The bench alone asks for this.
    const scope = (await request.json()) as PlacedProject
    await learnProjectQuiet({ ctx: backgroundContext(bindings, (work) => execution.waitUntil(work)), scope })
    return Response.json({})
  },
} satisfies ExportedHandler<Bindings>
