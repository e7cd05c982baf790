/**
 * Words of operations by what they are about. A word that the fit has never seen still tells something by its concept; a
 * word may have several.
 */
const WORDS = {
  cause:
    'cause causes causing caused culprit root reason reasons why blame blaming blamed guilty offender responsible source origin behind underlying explain explains explanation diagnosis suspect villain',
  trigger:
    'trigger triggered triggers spark sparked provoke provoked kicked kick tipped tip prompted precipitated motion preceded preceding precede domino initiated led lead unleashed catalyst straw set',
  trouble:
    'wrong broken broke breaking breaks break busted dead died dying die down failing fail failed fails failure failures erroring errors error errored exploding burning fire falling fell problem problems issue issues trouble outage incident disruption hurt hurting suffering suffer suffers misbehaving bad borked hosed toast degraded degradation unhealthy sick red crash crashed crashing fault faults mess disaster 500s 5xx exception exceptions throwing',
  start:
    'start started starts starting begin began begun beginning begins onset since commenced commence appeared arise arose',
  end: 'end ended ends over stop stopped stops finish finished resolve resolved clear cleared recover recovered recovery fixed back gone quit healed subsided recovering solved',
  lasting: 'still ongoing continue continues continuing persist persists active currently anymore yet now',
  good: 'fine ok okay healthy green good clean working works spared untouched unaffected safe alive intact operational unharmed well stable clear unscathed',
  length: 'long duration lasted last lasts length minutes hours hour total time longer short quickly',
  impact:
    'impact severe severity damage extent share fraction percent percentage proportion ratio half many much sev1 sev big huge massive numbers scale scope magnitude bad quantify serious lost lose dropped handful number count amount',
  people:
    'users user customers customer clients client tenants tenant accounts account people humans folks somebody anybody everybody everyone subscribers visitors orgs organizations organisations companies merchants',
  action:
    'do fix mitigate mitigation remedy repair restore action actions step steps next recommend recommended recommendation suggest suggestion advise advice move plan restart bounce quick solve workaround should must options option act try help',
  release:
    'deploy deployment deployments deployed deploys release released releases rollback revert reverting reverted rollout version build push pushed ship shipped merge code config configuration flag hotfix upgrade patch rolled roll',
  change:
    'change changed changes modified modification modifications touched touch altered edit edited new different happened happen',
  service:
    'service services component components system systems parts part microservice microservices apps app team teams boxes things module modules piece pieces fleet platform',
  reach:
    'affected impacted hit hurting damaged involved drawn dragged reach reached spread blast radius downstream collateral contained else other others victim victims caught suffering suffer affect affects ripple',
  sure: 'sure certain confidence confident proof prove proves evidence convinced positive trust reliable solid certainty probability believe based doubt basis facts certainly guess guessing conclusion support backs',
  example:
    'example examples sample instance show trace single concrete specific case cases stacktrace raw paste typical look looks see give one traceid id',
  first:
    'first earliest initial early warning warnings sign signs hint hints symptom symptoms omen precursor smoke initially foremost blinked crack',
  order:
    'timeline order sequence chronology chronological chain story walk events moments recap play after then happened unfolded unfold line timestamps course replay',
  before:
    'before previously earlier already again ever history past repeat recurring recurrent recur old known often times regularly ages occurrences occurrence repeated previous seen twice habit',
  trend:
    'better worse improving improve worsening worsen trend trending rising falling growing shrinking increasing increase decreasing decrease climbing dropping escalating direction curve spiralling levelled ramping easing bigger smaller slope up picking improves worsens calming getting going accelerating slowing',
  message:
    'message messages text texts says say wording logs log lines line exception exceptions frequent common read written most group top telling tell',
  calls:
    'depends depend dependency dependencies calls call called talks talk upstream downstream connected neighbours uses use needs need relies rely consumer consumers caller callers dependents calling rests',
  silent:
    'silent quiet dark missing gap gaps telemetry data sending send sends stopped reporting report heartbeat mute disappeared vanished holes blind silence metrics logs spans emitting',
  load: 'load traffic volume capacity overload overloaded demand requests spike spikes surge hammer hammered hammering storm retry retries rps throughput busy peak ddos campaign flood flooded more influx',
  summary:
    'summary summarize summarise sum recap handover handoff brief tldr boss management manager leadership status slack note notes report update shift paragraph write draft postmortem stakeholders exec director colleagues sentence sentences short plain english words ticket',
  resource:
    'database db network cpu memory disk dns third party vendor host pod node instance region zone cloud provider external oom gc machine processor storage supplier outside hardware infrastructure infra connection ram',
  usual:
    'normal normally usual usually typical typically baseline average ordinary expected common yesterday week everyday background noise always supposed regular compare compared day unusual',
  route:
    'route routes endpoint endpoints url urls path paths api apis operation operations page pages get post gets posts functions function slow slowest slower reads writes call calls',
  only: 'only just all every everything single whole across one',
  yes_no: 'is are was were will did does do has have can could',
  no: 'not no none never nothing without',
  when: 'when',
  who: 'who whose whom',
  which: 'which',
  how: 'how',
  what: 'what',
  where: 'where',
  now: 'now currently moment atm right today tonight',
} as const

export type Concept = keyof typeof WORDS

const CONCEPTS_OF: ReadonlyMap<string, readonly Concept[]> = (() => {
  const found = new Map<string, Concept[]>()
  for (const [concept, words] of Object.entries(WORDS))
    for (const word of words.split(' ')) found.set(word, [...(found.get(word) ?? []), concept as Concept])
  return found
})()

/** What a word in small letters is about; empty for a word of a trade. */
export function conceptsOf(word: string): readonly Concept[] {
  return CONCEPTS_OF.get(word) ?? []
}
