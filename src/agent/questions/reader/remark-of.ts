/** What is no question about telemetry: orders, small talk, other topics. */
import type { Plan } from '../plan/plan.ts'
import type { Remark } from '../reading.ts'
import { CHANGING, CHAT, FOREIGN_THANKS, GREETING, HELP, OFF_TOPIC, REVEALING, THANKS } from '../vocabulary/remarks.ts'
import { ADDS_UP, isOrderOfTrade } from './orders.ts'
import { isOfBody, isOfOtherTopic } from './other-topics.ts'
import { isOfOwnTopic } from './own-topics.ts'
import { isSmallTalk } from './small-talk.ts'
import type { QuestionState } from './state.ts'

/** A line for a shell. "Docker package downloads" and "kill signals today" are none. */
const COMMAND =
  /^\W*(?:sudo )?(?:(?:kubectl|docker|helm|systemctl|terraform|ansible|aws|gcloud|az) (?:-|(?:apply|delete|get|rollout|scale|exec|logs?|describe|edit|patch|drain|cordon|run|rm|rmi|stop|start|restart|kill|pull|push|build|compose|ps|install|upgrade|uninstall|rollback|plan|destroy|init|enable|disable|reload|s3|ec2|ecs|eks|lambda|iam|rds|config|set)\b)|(?:rm|kill|psql|redis-cli|curl) (?:[-/\d]|pid\b|https?:|flushall|flushdb))/
const MEASURED =
  /\b(?:failures?|errors?|rates?|requests|counts?|times?|latency|failed|how (?:many|much|often|long)|per (?:second|minute|hour|day))\b/

/** The remark that a text is by its words alone; null for a question. */
export function remarkOf(text: string): Remark | null {
  if (!/[\p{L}\p{N}]/u.test(text)) return { kind: text === '' ? 'empty' : 'help' }
  if (
    REVEALING.test(text) &&
    !/\b(?:expired?|invalid|wrong|incorrect|attempts?|bad|missing|rotat\w*|error|errors|fail\w*|log|logs|logins?|sign-?ins?|resets?|changes?|rejected|slower|faster|how many|requests?)\b/.test(
      text,
    )
  )
    return { kind: 'refusal', what: 'reveal' }
  if (COMMAND.test(text) && !MEASURED.test(text)) return { kind: 'refusal', what: 'change' }
  const order =
    /^\W*(?:please |can you |could you |would you |just |now |go and |i want you to |you should |ok |and |then )*([a-z]+)(?: (?:down|back|up|out|off|on))?\b(.{0,200})/.exec(
      text,
    )
  if (
    order !== null &&
    // `archive.quota.free` is the name of a metric.
    !/^[._]\w/.test(order[2] ?? '') &&
    !IS_NAME.test(text) &&
    !ASKS_OF_ID.test(text) &&
    !ADDS_UP.test(text) &&
    isOrder(order[1] ?? '', order[2] ?? '')
  )
    return { kind: 'refusal', what: 'change' }
  if (SWITCHING.test(text) && !ASKED_BESIDE.test(text)) return { kind: 'refusal', what: 'change' }
  if (ERRAND.test(text) || (WRITES_TEXT.test(text) && !IS_STORY.test(text))) return { kind: 'off_topic' }
  if ((ADVICE.test(text) || isOfBody(text)) && !IS_OF_TELEMETRY.test(text)) return { kind: 'off_topic' }
  if (isOrderOfTrade(text)) return { kind: 'refusal', what: 'change' }
  if (isSmallTalk(text)) return { kind: 'thanks' }
  // Question marks alone ask for help; after words of another script they do not.
  if (/[^\p{ASCII}]/u.test(text.replace(/[\u2000-\u206f]/gu, ''))) return null
  if (FOREIGN_THANKS.test(text)) return { kind: 'thanks' }
  if (GREETING.test(text)) return { kind: 'greeting' }
  if (INTRODUCED.test(text)) return { kind: 'greeting' }
  if (HELP.test(text)) return { kind: 'help' }
  if (CHAT.test(text)) return { kind: 'greeting' }
  const rest = text.replace(
    /^\W*(?:(?:ok|okay|great|cool|cheers|thanks|thank you|thx|ty|mate|perfect|alright|brilliant|lovely|nice one)[\s,!.]+)+/,
    '',
  )
  if (
    THANKS.test(text) ||
    (rest !== text &&
      (rest === '' || THANKS.test(rest) || /^(?:mate|all|everyone|brilliant|good night|bye)\W*$/.test(rest)))
  )
    return { kind: 'thanks' }
  return null
}

/** "And send-worker", "restart count of web": a verb that is a part of a name, or says what is counted. */
const IS_NAME =
  /^\W*(?:and |or |ok |so |now |then )*(?:[a-z]+[-_][a-z]|change (?:numbers?|ids?|tickets?|requests?|records?|logs?)\b|free (?!up\b|the\b)[a-z]{3,20}s?(?: (?:at|in|on|for|of) [\w.-]{2,40}(?: (?:now|right now|currently|at the moment))?\W*$|\?)|(?:restart|stop|delete|deploy|update|retry|kill|scale|drop|run|send|close|set|start) (?:counts?|numbers?|rates?|times?|errors?|failures?|events?|requests?|latency|duration|ratio|frequency)\b)/

/** "Refund RF-55845, what happened there": the thing of that id is asked about. */
const ASKS_OF_ID =
  /^\W*(?:the |and |so |ok |our )*[a-z]{3,20} #?[a-z]{0,6}[_-]?\d{2,14}(?: ?[,;:.-] ?(?:.{0,60}\b)?| |(?: [a-z]{2,20}){1,6}[,;:.-] ?)(?:what|why|how|where|when|which|status|happen\w*)\b/

/** "Can you book me a room", "how do I cook better": nothing that telemetry or its agent has to do with. */
const ERRAND =
  /^\W*(?:please |can you |could you |would you |hey |hi )*(?:book|reserve|order|buy|arrange|schedule|find|get|call) (?:me|us) (?:a|an|some|the) (?:\w+ ){0,2}(?:room|table|taxi|cab|flight|ticket|tickets|hotel|train|meeting|coffee|pizza|food|lunch|dinner|ride|appointment|desk)\b|^\W*how (?:do|can|could|should) (?:i|we|you) (?:take|cook|bake|make|learn|draw|play|sing|write|grow|choose|sleep) (?:better|good|nicer|great|perfect|a better|a good|a nice)\b/

/** "Write me a cover letter": texts that have nothing to do with telemetry. */
/** "Can you recommend a good podcast", "any tips for getting rid of fat": advice about other things than what broke. */
const ADVICE =
  /^\W*(?:please |can you |could you |would you |hey |hi )*(?:recommend|suggest) (?:me |us )?(?:a|an|some|any) (?:good |nice |great |cheap )?(?!fix|next|step|solution|remedy|action|way|query|workaround)[a-z]|^\W*(?:any|got|got any|have you got|do you have|do you have any|have any)(?: good)? (?:tips|advice|recommendations?) (?:for|on|about|how) (?!(?:fixing|solving|debugging|finding|this|that|it|the|what|how|where|mitigating|recovering|resolving|investigating|reducing)\b)/
const IS_OF_TELEMETRY =
  /\b(?:errors?|logs?|traces?|spans?|metrics?|latency|incident|outage|failures?|alerts?|release|rollback)\b/

/** What happened, in order. */
const IS_STORY =
  /\bstory of (?:the |this |that |our |last )?(?:outage|incident|night|evening|day|morning|trouble|failure)\b/

const WRITES_TEXT =
  /^\W*(?:please |can you |could you |would you |hey |hi )*(?:write|compose|draft|sing|tell|translate|make|invent) (?:me |us |up )*(?:a|an|the|some|my|this) (?:[a-z]+ ){0,3}(?:letters?|poems?|stor(?:y|ies)|essays?|songs?|speech(?:es)?|jokes?|limericks?|haikus?|resumes?|novels?|lyrics|recipes?|wedding|birthday|blog posts?|tweets?)\b/

/** "Hi, new on call here": who greets says who they are. */
const INTRODUCED =
  /^\W*(?:hi|hello|hey|hallo|good (?:morning|evening|afternoon))(?: (?:all|team|there|everyone))?[\s,.!]+(?:(?:i am|i'm|im|my name is|this is|it is) )?(?:(?:the )?new\b(?! (?:errors?|logs?|lines?|warnings?|release|version|patterns?|exceptions?))|just (?:started|joined)|nice to|good to|first (?:day|week|shift|night|time))[a-z '-]{0,40}[.!]*$/

const POLITE =
  "^\\W*(?:please |pls |can you |could you |would you |will you |just |now |quickly |go and |i want you to |i need you to |you should |lets |let's |let us |ok |okay |hey |and |then )*"

/** "Switch the flag off", "switch off dark mode please", "flip the toggle", "turn it on", "disable the flag". */
const SWITCHING = new RegExp(
  `${POLITE}(?:(?:switch|turn|flip|toggle) (?:off|on|back|over) \\S|(?:switch|turn|flip|toggle) .{1,80}? (?:off|on|back|over)(?: again| now| please| pls| for me| for us| everywhere| for (?:all|everyone|everybody))*\\W*$|(?:switch|flip|toggle|disable|enable|deactivate|activate) (?:the |that |this |our )?(?:\\S+ )?(?:feature )?(?:flag|toggle|feature|switch)\\b|(?:take|bring|put) .{1,60}? (?:offline|online|out of (?:service|rotation|order)|into maintenance)(?: again| now| please| pls| for me| for us)*\\W*$|(?:open|unlock|lock) (?:the |that |this )(?:\\S+ )?(?:door|gate|barrier|boom|valve|port|lock|locker|account|store|shop|firewall|breaker)\\b|(?:make|create|add) (?:the |a |an |that |this )(?:new |missing )?(?:partition|table|index|backup|snapshot|copy|directory|folder|bucket|topic|queue|user|account|pod|replica)\\b)`,
)

/** Such a verb is a noun in "switch off events per minute": words that ask for a number, a moment or lines. */
const ASKED_BESIDE =
  /\b(?:how|when|who|why|which|what|count|number|rate|per|lines?|logs?|events?|errors?|times?|took|duration|latency|last|since|between)\b/

const CHANGED_THINGS =
  /\b(?:log|logs|record|records|data|telemetry|service|services|pod|pods|container|containers|server|servers|database|db|deployment|deploy|release|version|alert|alerts|incident|incidents|source|sources|stream|streams|key|keys|dashboard|dashboards|project|everything|all|index|it|them|that|this|[a-z]+-[a-z0-9-]+|[a-z]+_[a-z_0-9]+|firewall|limits?|quota|capacity|timeout|heap|memory|spool|\/[a-z]+\/[a-z/]*|ip|replicas?|instances?|nodes?|cluster|cache|queue|config|configuration|flag|production|prod|team|engineer|message|email|slack|table|tables|metrics|traces|spans|user|users|disk|space|volume|certificate|secret|traffic|jobs?|workers?|hosts?|machines?)\b/

function isOrder(verb: string, rest: string): boolean {
  if (!CHANGING.includes(verb as (typeof CHANGING)[number])) return false
  // "Free archive quota", "free disk on web": how much is left.
  if (verb === 'free' && !/^ ?up\b/.test(rest)) return false
  // "Unlock vs lock, failures" compares what is done.
  if (/^ ?(?:vs\.?|versus)\b/.test(rest)) return false
  // "Restart count of web" asks for a number.
  if (/^ ?(?:counts?|counter|counters|loops?|history|reasons?|frequency|statistics|stats)\b/.test(rest)) return false
  // "Unlock requests on the gate", "refund calls": what is asked about, where the verb does nothing to requests.
  if (
    !ON_REQUESTS.test(verb) &&
    /^ ?(?:requests?|calls?|attempts?|failures?|rates?|latenc(?:y|ies)|durations?|timeouts?)\b/.test(rest)
  )
    return false
  // "Set", "run", "send" … are orders only with something to act on; "change in errors" and "update me" are questions.
  if (
    /^(?:start|run|set|add|send|raise|increase|decrease|lower|clean|fix|close|change|update|create|resolve|apply|page|turn|roll|stop|drop|patch|block|execute|refund|cancel|approve)$/.test(
      verb,
    ) &&
    /^ ?(?:in|of|over|since|me|rate|with|to the|by|a (?:query|search|report)|an? (?:investigation|analysis)|rates?|errors?|times?|requests?|failures?)\b/.test(
      rest,
    )
  )
    return false
  // "DELETE calls of shop-api" asks for requests of that method.
  if (
    /^(?:patch|delete)$/.test(verb) &&
    /^ ?(?:calls?|requests?) (?:of|on|to|in|per|since|by|for|at|from)\b/.test(rest)
  )
    return false
  // "Restore the lost messages": such a verb is nothing else.
  if (
    DONE_AGAIN.test(verb) &&
    /^ (?:the|all|those|these|my|our|every|that|this|any|failed|lost) \S|^ (?:[a-z]+ )?[a-z]+[-_#]?\d/.test(rest)
  )
    return true
  return CHANGED_THINGS.test(rest)
}

const ON_REQUESTS =
  /^(?:block|throttle|stop|drop|kill|pause|resume|replay|resend|requeue|reprocess|drain|terminate|mute|silence|cancel|rerun|redrive)$/

const DONE_AGAIN =
  /^(?:reset|remount|unmount|resend|restore|redeliver|republish|resubmit|reprocess|requeue|rerun|reindex|replay|redrive|recreate|refund|reimburse|reissue|rebuild|delete|erase|purge|wipe|truncate|unblock|reactivate|refill|restock|replenish|reprint|recharge|reorder|reopen|recalibrate|reconnect|unlock|repair)$/

/** What can be undone, whatever telemetry knows of it. */
const UNDONE = /^(?:migrations?|changes?|commits?|merge|patch|hotfix|update|upgrade|schema|settings?|rollout|flags?)$/

/** "Restart inventory please": an order to do something with a service of the project. */
export function isOrderTo({ words, named }: QuestionState): boolean {
  const at = words.findIndex(
    ({ text }) =>
      !/^(?:please|pls|can|could|would|will|you|just|now|go|and|then|ok|okay|hey|hi|quickly|immediately|kindly)$/.test(
        text,
      ),
  )
  if (/^(?:counts?|numbers?|rates?|times?|events?|frequency)$/.test(words[at + 1]?.text ?? '')) return false
  if (!CHANGING.includes((words[at]?.text ?? '') as (typeof CHANGING)[number])) return false
  const next = words[at + 1]?.text === 'the' ? at + 2 : at + 1
  const isUndone = /^(?:roll(?:back)?|revert|undo)$/.test(words[at]?.text ?? '')
  if (isUndone && words.slice(at + 1, at + 5).some(({ text }) => UNDONE.test(text))) return true
  return named.some((one) => one.at === next)
}

export function isOffTopic(state: QuestionState, plan: Plan | null): boolean {
  const { text, leftOut, unknown, named, askBack } = state
  // "The story of the outage, in order".
  if (plan?.intent === 'timeline' && unknown.length === 0) return false
  // "The leader election or the release?": suspects of an incident.
  if (plan?.intent === 'cause' && plan.suspects !== undefined) return false
  const isUnread = plan === null || leftOut.length + unknown.length > 0 || askBack !== null
  // "How do I lower my taxes": a word that a service's name has as well names no service.
  const isNamed = named.some(({ said, services }) => services.some((name) => name.toLowerCase() === said))
  if (isUnread && !isNamed && isOfOtherTopic(text)) return true
  const isTopical = state.words.some(
    ({ text, lemma, usedBy }) =>
      (OFF_TOPIC.has(text) || OFF_TOPIC.has(lemma)) &&
      (usedBy === null || usedBy === 'left out' || usedBy === 'no condition' || usedBy === 'intent'),
  )
  if (!isTopical || isNamed || isOfOwnTopic(state)) return false
  return plan === null || plan.conditions.every(({ on }) => on === 'text') || state.leftOut.length > 0
}
