/** Random sequences of requests and changes of rights, and how the service's answers differ from the model's. */
import { createSeededRandom } from '../../fakes/platforms/seeded-random.ts'
import {
  type Change,
  CREDENTIALS,
  type CredentialName,
  type Expected,
  Model,
  type OperationName,
  type OrganizationName,
  type Request,
  type Step,
} from './model.ts'

const STEPS_MAX = 9
// The keys of CREDENTIALS.
const NAMES = Object.keys(CREDENTIALS) as CredentialName[]
const OPERATIONS: readonly OperationName[] = [
  'projects.create',
  'secretKeys.create',
  'publicKeys.create',
  'organizations.create',
]
const ORGANIZATIONS: readonly OrganizationName[] = ['V', 'V', 'V', 'V', 'W', 'made up']

/** Half of the requests repeat an earlier one of the sequence, mostly by somebody else: that is where records matter. */
export function randomSequence(seed: number): readonly Step[] {
  const random = createSeededRandom(seed)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T // never empty
  const requests: Request[] = []
  const steps: Step[] = []
  const length = 2 + Math.floor(random() * (STEPS_MAX - 1))
  while (steps.length < length) {
    if (steps.length > 0 && random() < 0.3) {
      steps.push(randomChange(random, pick))
      continue
    }
    const earlier = requests.length > 0 && random() < 0.6 ? pick(requests) : null
    const fresh: Request = earlier ?? {
      type: 'request',
      by: random() < 0.5 ? 'ada' : pick(NAMES),
      operation: pick(OPERATIONS),
      key: pick(['k1', 'k2']),
      name: pick(['a', 'b']),
      organization: pick(ORGANIZATIONS),
    }
    const request = earlier !== null && random() < 0.5 ? { ...fresh, by: pick(NAMES) } : fresh
    requests.push(request)
    steps.push(request)
  }
  return steps
}

function randomChange(random: () => number, pick: <T>(all: readonly T[]) => T): Change {
  const kind = random()
  if (kind < 0.6) return { type: 'role', person: pick(['ada', 'ada', 'max']), role: pick(['admin', 'member', null]) }
  if (kind < 0.8) return { type: pick(['narrow', 'widen']) }
  return { type: pick(['revoke', 'restore']), credential: pick(NAMES) }
}

export interface Service {
  readonly request: (
    asked: Request,
  ) => Promise<{ readonly status: number; readonly isReplayed: boolean; readonly text: string }>
  readonly change: (step: Change) => Promise<void> | void
}

export interface Counts {
  requests: number
  changes: number
  replays: number
  refusals: number
  conflicts: number
}

/** A sentence about the first answer that is not the model's; null where all are. */
export async function differenceOf(steps: readonly Step[], service: Service, counts: Counts): Promise<string | null> {
  const model = new Model()
  const answers: string[] = []
  for (const [index, step] of steps.entries()) {
    if (step.type !== 'request') {
      model.change(step)
      await service.change(step)
      counts.changes += 1
      continue
    }
    const expected = model.expect(step)
    const seen = await service.request(step)
    counts.requests += 1
    if (expected.replayOf !== null) counts.replays += 1
    else if (expected.status === 409) counts.conflicts += 1
    else if (expected.status >= 400) counts.refusals += 1
    const problem = problemOf(expected, seen, answers)
    if (problem !== null) return `step ${index} of ${JSON.stringify(steps)}: ${problem}`
    if (expected.status === 201 && expected.replayOf === null) answers.push(seen.text)
  }
  return null
}

function problemOf(
  expected: Expected,
  seen: { readonly status: number; readonly isReplayed: boolean; readonly text: string },
  answers: readonly string[],
): string | null {
  if (seen.status !== expected.status) return `status ${seen.status} instead of ${expected.status}: ${seen.text}`
  if (seen.isReplayed !== (expected.replayOf !== null)) return `replayed: ${seen.isReplayed}`
  if (expected.replayOf !== null && seen.text !== answers[expected.replayOf]) return 'another answer was replayed'
  if (expected.replayOf === null && expected.status === 201 && answers.includes(seen.text))
    return 'an old answer is shown as new'
  if (seen.status >= 400 && answers.some((answer) => secretsOf(answer).some((secret) => seen.text.includes(secret)))) {
    return 'a refusal shows something of a stored answer'
  }
  return null
}

const secretsOf = (answer: string): readonly string[] => answer.match(/oas_[a-z]+_\w+|"id":"[^"]+"/g) ?? []
