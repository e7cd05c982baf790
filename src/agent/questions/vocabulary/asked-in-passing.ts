/**
 * How things are asked in passing: "what is X supposed to mean", "502s that came back from web".
 * Part of `plain-forms.ts`; no form takes a condition away or adds one.
 */
import { form, type PlainForm, SERVICES } from './plain-form.ts'

const WHEN = '(?:before|until|till|since|after|between|in|during|from|at|around|over|today|yesterday|on|of)\\b'
export const ASKED_IN_PASSING: readonly PlainForm[] = [
  form("^^what(?: is|'s|s) (.{2,200}?) (?:supposed|meant) to (?:mean|say|tell (?:me|us))$$", 'what does $1 mean'),
  // "Remind me how many", "if possible", "(need it for a call)", "- urgent!!".
  form('^^(?:can you |could you )?(?:remind|refresh) me(?: again)?(?: of)?[:,]? (?=[a-z])', ''),
  form(
    ',? (?:if (?:at all )?possible|if you (?:can|could)|by any chance|across the board|since (?:monitoring|telemetry|the data|data) (?:began|begins|started|starts)|over the whole (?:window|period|telemetry))$$',
    '',
  ),
  form(' ?\\((?:i |we |just )?(?:need|needed|want|asking|because|for (?:a|the|my)|only for)\\b[^)]{0,60}\\)', ''),
  form(
    "(?: ?[-–,;(] ?(?:its |it is |it's |this is |thats )?(?:very |really )?urgent| (?:its|it's|it is|this is|thats) (?:very |really )?urgent)(?=[)!.?\\s]*$)",
    '',
  ),
  form("^^(?:(?:i am|i'm|im) )?new here[,:;.!-]{0,2} (?:so )?(?=[a-z])", ''),
  form('^@[\\w-]{2,30}[,:]? (?=[a-z])', ''),
  form(
    ",? (?:with (?:some )?numbers|give me (?:the |some )?numbers|for (?:an? )?non[- ]?technical (?:person|people|audience|readers?)|eli5|like i(?:'m| am|m) (?:5|five)|according to you)$$",
    '',
  ),
  form('^^how frequent(?:ly)? (?:is|are|was|were|do|does|did) (?:the |our |there )?(?=[a-z])', 'how often '),
  // "502s that came back from web": what it answered.
  form(
    '\\b([1-5](?:\\d\\d|xx)s?|errors?|responses?|answers?|failures?) (?:(?:that|which) )?(?:came|come|comes|coming|(?:were |was )?sent) back (?=(?:from|by|out of)\\b)',
    '$1 ',
  ),
  form('\\b(?:came|come|comes|coming) back (?:as|with) (?:an? |the )?(?=[1-5]\\d\\d\\b)', 'with '),
  // A code says how it was refused.
  form(
    '\\b(?:refused|rejected|declined|denied|turned away) with (?:an? |the )?(?:status |code |status code )?(?=[45]\\d\\d\\b)',
    'with ',
  ),
  form(
    `^^(?:did|have|has) (?:any |some |a single )?(requests?|calls?) (?:fail|failed|ever fail)(?: anywhere| somewhere| at all)*(?=$$| ${WHEN})`,
    'did any $1 fail',
  ),
  form(
    `^^(?:list|name|give me|tell me|show me) (?:all|every|each)(?: of)?(?: the| our)? ${SERVICES} (?:that |which )?(?:(?:is|are|was|were|got) )?(hit|affected|impacted|hurt|touched|harmed) by\\b`,
    'which services were $1 by',
  ),
  form(
    '^^name (?:me )?the (?:culprit|guilty (?:service|one|party)|(?:service|component|app|system) (?:that is |which is |thats )?(?:to blame|at fault|responsible|guilty|behind (?:it|this)))$$',
    'which service is to blame',
  ),
  form('^^name (?:me )?(?=(?:all|every|each|any|two|three|five|\\d{1,2}) )', 'list '),
]
