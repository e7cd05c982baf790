/** Tasks that compute and pause: each in a request of its own, or in an object, which may have several. */
import { DurableObject } from 'cloudflare:workers'
import { Lane, letOthersIn, WorkPace } from '../../src/work-pace.ts'
import type { TaskInput } from './main.ts'

/** What makes a pause due, whatever the work took. */
const UNITS_OF_A_SLICE = 8_000

let sink = 0

function compute(steps: number): void {
  for (let step = 0; step < steps; step++) sink = (sink * 31 + step) | 0
}

async function run({ slices, stepsPerSlice }: TaskInput, lane?: Lane): Promise<void> {
  const pace = new WorkPace(letOthersIn, lane)
  for (let slice = 0; slice < slices; slice++) {
    compute(stepsPerSlice)
    await pace.spend(UNITS_OF_A_SLICE)
  }
}

export class TaskObject extends DurableObject {
  readonly #lane = new Lane()

  async run(input: TaskInput): Promise<void> {
    await run(input, this.#lane)
  }
}

interface Bindings {
  readonly TASK: DurableObjectNamespace<TaskObject>
}

export default {
  async fetch(request, { TASK }) {
    const { pathname } = new URL(request.url)
    if (pathname === '/healthz') return new Response('ok')
    // The bench alone asks for this.
    const input = (await request.json()) as TaskInput
    if (pathname === '/steps') compute(input.stepsPerSlice)
    else if (pathname === '/object') await TASK.getByName(input.name).run(input)
    else await run(input)
    return new Response(String(sink))
  },
} satisfies ExportedHandler<Bindings>
