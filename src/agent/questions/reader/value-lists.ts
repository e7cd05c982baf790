/** Questions for the values of a key, which are counted by it: "which regions are there?", "pods of web", "tenants?". */
import type { Catalogue } from '../grounding/catalogue.ts'
import { keysOf } from './fields.ts'

/** The question as one for counts by the key, where the project has a key of that name. */
export function asValueList(text: string, catalogue: Catalogue): string {
  return text
    .replace(
      /^(?:the |a )?([a-z][\w.-]{2,60}) (?:breakdown|distribution|split) (?=(?:for|of|on|at|in) \S)/,
      (said, key: string) =>
        keysOf(key, catalogue).some(({ key: own }) => own.toLowerCase() === key) ? `count by ${key} ` : said,
    )
    .replace(/^(?:(?:the|our|all) )?([a-z]{3,20} [a-z]{3,20}s)\??$/, (said, key: string) =>
      keysOf(key, catalogue).some((known) => known.scope === 'attribute') ? `count by ${key}` : said,
    )
    .replace(
      /\b(?:(?:what|which) (?:are )?|all |list |the |different |distinct |possible )*values (?:of|for|does|do) (?:the )?([a-z][\w.-]{2,60})(?: (?:have|has|take))?\b/g,
      (said, key: string) => (keysOf(key, catalogue).length > 0 ? `count by ${key}` : said),
    )
    .replace(
      /^(?:which|what) (?!(?:services?|components?|systems?|apps?|metrics?|databases?|dbs|stores?|caches?|brokers?|topics?|queues?)\b)([a-z][\w.-]{2,60}) (?:are there|do we have|exist|are known|are in use)(?=\W*$)/,
      (said, key: string) => (keysOf(key, catalogue).length > 0 ? `count by ${key}` : said),
    )
    .replace(
      /^(?:(?:list|show|name)(?: me| us)? )?(?:all |the |our |all the )*(pods|nodes|hosts|containers|namespaces|clusters|instances|regions|tenants|zones)(?: (of|on|in) (\S+))?(?=\W*$)/,
      (said, key: string, of: string | undefined, name: string | undefined) =>
        keysOf(key, catalogue).length > 0 ? `count by ${key}${of === undefined ? '' : ` ${of} ${name}`}` : said,
    )
}
