/**
 * A question in the words that the vocabularies know: short forms written out, and ways of asking put plainly that hold for
 * any project. Nothing that restricts what is asked for is taken away.
 */
import type { Catalogue } from '../grounding/catalogue.ts'
import { ABBREVIATIONS } from '../vocabulary/abbreviations.ts'
import { keysOf } from './fields.ts'
import { inParticiples } from './irregular-verbs.ts'
import { operationsNamed } from './routes.ts'
import { asValueList } from './value-lists.ts'

const PER: Readonly<Record<string, string>> = { m: 'minute', s: 'second', h: 'hour' }
const QUARTERS: Readonly<Record<string, string>> = { t: '45 minutes', h: '30 minutes', q: '15 minutes' }

/** A short form by itself, not a part of a name or path. */
const SHORT_FORM = new RegExp(
  `(?<![\\p{L}\\w./:@=#'-])(?:${Object.keys(ABBREVIATIONS)
    .sort((a, b) => b.length - a.length)
    .map((short) => short.replaceAll('/', '\\/'))
    .join('|')})(?![\\p{L}\\w/:@=#'-])`,
  'gu',
)

/** "Approved at an atm" of a project whose records know the channel `atm`. */
function isValue(short: string, { values }: Catalogue): boolean {
  return values.some((known) => known.values.some(({ value }) => value.toLowerCase() === short))
}

/** Returns the question written out. */
export function writtenOut(text: string, catalogue: Catalogue): string {
  const plain = text
    .replace(SHORT_FORM, (short) => (isValue(short, catalogue) ? short : (ABBREVIATIONS[short] ?? short)))
    // "B4 14:10", and no bench B4.
    .replace(
      /\bb4 (?=(?:the|that|it|this|we|they|things|then|now|today|release|deploy|incident|outage)\b|\d{1,2}:\d)/g,
      'before ',
    )
    // "Pull requests" of a project that has pulls: no requests of services.
    .replace(/\b(pull|merge)[- ]requests?\b/g, (said, thing: string) =>
      operationsNamed(`${thing}s`, catalogue.operations).length > 0 ? `${thing}s` : said,
    )
    // "502/504 on web", "502s and 504s in total": one count of both.
    .replace(/(?<=^|[\s(])([1-5]\d\d)s? ?\/ ?([1-5]\d\d)s?(?=$|[\s?!.,;)])/g, '$1 or $2')
    .replace(
      /\b([1-5]\d\d)s? (?:and|plus|\+) ([1-5]\d\d)s?(?= (?:.{1,60} )?(?:in total|together|combined|altogether|summed up)\b)/g,
      '$1 or $2',
    )
    // "Last 20 min": no minimum.
    .replace(/(?<=(?:^|[\s(])\d{1,4}) min(?=$|[\s?!,;)]|\.(?:\s|$))/g, ' minutes')
    .replace(/(?<=\b(?:last|past|previous) \d{1,4})min(?=$|[\s?!,;)]|\.(?:\s|$))/g, ' minutes')
    .replace(
      /(?<=\b[a-z]{3,40})\/(min|minute|s|sec|second|h|hour)\b/g,
      (_, unit: string) => ` per ${PER[unit[0] ?? ''] ?? unit}`,
    )
    .replace(
      /\b(three[- ]quarters|half|quarter)(?: (?:of )?an?)? hour\b/g,
      (_, part: string) => QUARTERS[part.slice(0, 1)] ?? part,
    )
    .replace(/(?<=^|[\s(])>=? ?(?=\d+(?:[.,]\d+)? ?(?:ms|msec|s|secs?|seconds?|mins?|minutes?)\b)/g, 'over ')
    .replace(/(?<=^|[\s(])<=? ?(?=\d+(?:[.,]\d+)? ?(?:ms|msec|s|secs?|seconds?|mins?|minutes?)\b)/g, 'under ')
    .replace(
      /\b(since|after|following) (?:the |its )?(?!last\b|latest\b|new\b|bad\b|first\b|recent\b|the\b)([a-z][\w-]{2,60}) (release|rollout|deploy|deployment|rollback|update|upgrade)\b(?! of\b)/g,
      '$1 the $3 of $2',
    )
    .replace(/\b([1-5](?:\d\d|xx)) (?:rate|ratio)\b(?! limit)/g, 'share of $1s')
    .replace(
      /\b(?:total |the )*number of (?=(?:users|customers|people|visitors|subscribers|accounts|patients|passengers|players|members)\b)/g,
      'how many ',
    )
    .replace(
      /^(?:which|what) ([a-z][a-z-]{2,30}s) (failed|were (?!there\b|the\b|affected\b|hit\b)[a-z]+ed)\b(?! (?:most|first|more))/,
      'show me $1 that $2',
    )
    .replace(
      /\b(?:is|was) the (?:new|latest|last|recent) (?!service\b|app\b)(\S{3,60}) (?:version|release|deployment|rollout|update) (?:to blame|at fault|guilty|responsible|the (?:cause|reason|culprit|problem))\b/,
      'was the deployment of $1 the cause',
    )
    .replace(
      /\bwhen (?:did|was|were) (?:the )?(\S{3,60}) (?:get |got |reach |version |release )*(v?\d+\.\d+(?:\.\d+)?)(?: (?:go|get|come|went|put) (?:out|live|deployed|released|rolled out|installed|shipped))?(?=\W*$)/,
      'when was $1 $2 deployed',
    )
    .replace(
      /^(?:(?:please )?(?:show|give|get|print|tell)(?: me| us)? )?(?:what (?:is|was) )?(?:the )?(?:very )?(last|latest|newest|most recent) (?:message|line|entry) (?:of|from|by) (?:the )?(?=\S{2,60}\W*$)/,
      '$1 log line of ',
    )
    // Asks for a short answer and says nothing else.
    .replace(/[\s,;?(]+(?:y\/n|yes\/no)\)?(?=\W*$)/, '')
    .replace(/^(?:\$ )?grep -c\b/, 'how many log records say')
    .replace(/^(?:\$ )?tail (?:-n ?)?-?(\d{1,3}) (?=[a-z])/, 'last $1 log lines of ')
    .replace(
      /^(?:all |the |list |list the |list all )?(?:endpoints|routes|operations|paths) (?:of|on|in|at) (?:the |our )?(\S+)(?=\W*$)/,
      'requests by endpoint of $1',
    )
    .replace(
      /^(?:which|what) (?:endpoints|routes|operations|paths) (?:has|have|does|do|are (?:there )?(?:in|on|of)) (?:the )?(\S+)(?: (?:have|has|got|offer|serve|expose))?(?=\W*$)/,
      'requests by endpoint of $1',
    )
    .replace(
      /^(?:which|what) (?:can|could|do) (?:i|we|you) (?:measure|monitor|plot|graph|chart|track) (?:on|of|for|about|in|from) (?:the )?(\S+)(?=\W*$)/,
      'which metrics of $1',
    )
    .replace(
      /^what (?:runs|is running|do we run|is deployed|is live|have we) in (?:production|prod|live)(?: (?:for|of|on) (?:the )?(\S+))?(?=\W*$)/,
      (_, name: string | undefined) =>
        name === undefined ? 'which versions are running' : `which version of ${name} is running`,
    )
    .replace(
      /^(?:the )?(consumers|readers|subscribers) of (?:the )?(?:topic |queue )?([a-z][\w.-]*\.[\w.-]+)(?=\W*$)/,
      'who consumes $2',
    )
    .replace(
      /^(?:the )?(?:very )?(last|latest|newest|most recent|first) (?:log )?(?:line|entry|record) (?:of|from|by|in) (?:the )?(\S+)(?=\W*$)/,
      (_, end: string, name: string) => `${end === 'first' ? 'first' : 'last'} 1 log lines of ${name}`,
    )
    .replace(
      /\bhow much of (?=(?:the|our|all|its|their|this|that)?\b.{2,60}\b(?:is|are|was|were|comes?|came|goes|went) )/,
      'what share of ',
    )
    .replace(/\bmost ([a-z]{3,20}ed) ([a-z][\w.-]{2,40})(?=\W*$)/, (said, verb: string, noun: string) =>
      keysOf(noun, catalogue).length > 0 && operationsNamed(verb, catalogue.operations).length > 0
        ? `which ${noun} has the most ${verb} requests`
        : said,
    )
    .replace(
      /\b((?!worked|looked|seemed|used|recovered|stopped|needed|turned|appeared|behaved)[a-z]{3,}ed) (?:ok|okay|fine|alright|cleanly|without (?:an? )?(?:error|problem)s?)(?=\W|$)/g,
      '$1 successfully',
    )
    // A service that went down is silent or fails; a number that did has become less.
    .replace(/^did (?:the |our )?(\S{3,60}) go (?:down|offline|away|silent|dark)(?=\W*$)/, (said, name: string) =>
      catalogue.services.some((known) => known.name.toLowerCase() === name) ? `is ${name} down` : said,
    )
    // What a worker consumes are its requests, and no log lines.
    .replace(
      /\bhow many messages (?:did|does|has|have) (?:the )?(\S{3,60}) (?:consumed?|process(?:ed)?|handled?|received?|work(?:ed)? (?:off|through)|get through|got through|take|taken)\b/,
      (said, name: string) =>
        catalogue.services.some((known) => known.name === name && known.spans > 0)
          ? `how many requests of ${name}`
          : said,
    )
    .replace(/,? \(?(?:failed|successful|succeeded|declined) or not\)?(?=\W*$)/, '')
    .replace(/\b(?:as|in|into) an? (?:table|list|csv|spreadsheet|sheet)\b|\bin tabular form\b/g, ' ')
    .replace(/\b(?:break|split|group|slice|cut) (?:me )?((?:\S+ ){1,5}?)(?:down |up )?by\b/g, '$1by')
  return asValueList(inParticiples(plain, catalogue), catalogue)
}
