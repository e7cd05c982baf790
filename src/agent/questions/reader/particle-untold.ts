/** "How many parcels went out": where things went is no word of grammar, and all that say the thing are another number. */
import type { Catalogue } from '../grounding/catalogue.ts'
import type { Plan } from '../plan/plan.ts'

/** What came in is all there is, and what went through is told by its success. */
const MOVED =
  /\bhow many (?:(?:of|the|our|all) )*(?:[a-z-]{2,30} ){0,2}?([a-z-]{2,30}) (?:got (in|out|off|away|back|over)|(?:went|gone) (out|off|away|back|over)|(?:came|come) (out|off|away|back|over))(?=\W*$| (?:in|since|between|during|from|today|yesterday|so far|until|before|after|last|at|around)\b)/
/** What services send, and no thing. */
const OF_SERVICES =
  /^(?:times?|errors?|failures?|requests?|calls?|responses?|answers?|repl(?:y|ies)|results?|rows?|lines?|logs?|records?|messages?|exceptions?|timeouts?|status(?:es)?|codes?|[\w-]*\d[\w-]*|of|them|those|these)$/

/** Whether a plan counts all of a thing where only those are asked for that got in, went out or came back. */
export function isParticleUntold(text: string, plan: Plan, { templates }: Pick<Catalogue, 'templates'>): boolean {
  if (plan.intent !== 'measure' || !['records', 'requests', 'distinct'].includes(plan.measure.of)) return false
  const [whole, noun = '', ...particles] = MOVED.exec(text) ?? []
  const particle = particles.find((one) => one !== undefined)
  if (whole === undefined || particle === undefined || OF_SERVICES.test(noun)) return false
  return !plan.conditions.some((one) => {
    if (one.on === 'text') return one.text.toLowerCase().split(' ').includes(particle)
    if (one.on === 'operation')
      return one.values.some((name) =>
        name
          .toLowerCase()
          .split(/[^a-z]+/)
          .includes(particle),
      )
    if (one.on === 'templates') return isSaid(one, particle, templates)
    return one.on === 'outcome' || one.on === 'status_code' || one.on === 'number' || one.on === 'trace'
  })
}

/** Whether all these lines say the particle. */
function isSaid(
  { words, ids }: { readonly words: string; readonly ids: readonly string[] },
  particle: string,
  templates: Catalogue['templates'],
): boolean {
  const said = templates.filter(({ id }) => ids.includes(id))
  return (
    words.split(' ').includes(particle) || (said.length > 0 && said.every(({ tokens }) => tokens.includes(particle)))
  )
}
