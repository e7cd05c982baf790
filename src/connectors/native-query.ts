/**
 * Checks native queries before they are sent, for the languages that can do more than read. The others (NRQL, LogQL,
 * PromQL, TraceQL, HogQL, Logs Insights, Lucene, filters, query objects) have no keyword that writes or fetches.
 */
import type { Failure } from './connector.ts'
import { failure } from './failure.ts'

/** Table functions that read from other systems or send to them. Better Stack names its tables `remote(t1_logs)`. */
const FOREIGN_SQL =
  /\b(?:url\w*|file\w*|s3\w*|gcs|hdfs\w*|azureblob\w*|mysql|postgresql|mongodb|redis|sqlite|odbc|jdbc|iceberg\w*|deltalake\w*|hudi\w*|executable|input|remotesecure|cluster\w*|dictionary)\s*\(|\binto\s+outfile\b/i

/** Returns null when the text only reads. Comments are refused, because they could hide a word from this check. */
export function sqlRefusal(platform: string, text: string): Failure | null {
  const sql = text.trim()
  if (/^(?:select|with)\b/i.test(sql) && !/;|--|\/\*|#/.test(sql) && !FOREIGN_SQL.test(sql)) return null
  return failure(
    'bad_config',
    `${platform} accepts one SELECT statement without comments, and only on its own tables. Functions that reach other systems are refused.`,
  )
}

/** KQL and APL can only read, but they can read from an address in the text. */
export function kqlRefusal(platform: string, text: string): Failure | null {
  const isForeign =
    /\bexternal_?data\b|\bhttp_request\w*|\bevaluate\s+(?:python|r|sql_request|mysql_request|cosmosdb\w*)\b/i
  if (!isForeign.test(text) && !/^\s*\./.test(text)) return null
  return failure(
    'bad_config',
    `${platform} can be queried only for its own tables. Anything that reads from other places is refused.`,
  )
}
