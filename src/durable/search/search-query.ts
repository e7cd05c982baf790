/** Queries of a project's search index: ranked by BM25, a page at a time. */

import type { Hits, MessageHit, MessageSearch, ThreadHit, ThreadSearch } from '../../contracts/search-protocol.ts'
import { highlightHtml, MATCH_END, MATCH_START } from './highlight.ts'
import { matchExpression } from './match-expression.ts'

/** A word in the title says more about a thread than one in a message. */
const TITLE_WEIGHT = 3
const HIGHLIGHTS_PER_THREAD = 3
const SNIPPET_TOKENS = 32

const NOTHING = { hits: [], totalResults: 0 }

/** `materialized`: bm25 exists only within the full-text query itself. Smaller values are better. */
const THREAD_HITS = `
with found as materialized (
  select rowid as thread_key, bm25(thread_titles) * ${TITLE_WEIGHT} as rank from thread_titles
  where thread_titles match ?1
  union all
  select m.thread_key, t.rank from (
    select rowid as key, bm25(message_texts) as rank from message_texts where message_texts match ?1
  ) t join messages m on m.key = t.key
), ranked as (
  select thread_key, min(rank) as rank from found group by thread_key
)`

interface ThreadRow extends Record<string, SqlStorageValue> {
  key: number
  id: string
  title: string | null
  status: 'regular' | 'archived'
  created_at: number
  updated_at: number
  rank: number
  total: number
}

export function searchThreads(sql: SqlStorage, search: ThreadSearch): Hits<ThreadHit> {
  const match = matchExpression(search.query)
  if (match === null) return NOTHING
  const rows = sql
    .exec<ThreadRow>(
      `${THREAD_HITS}
       select h.key, h.id, coalesce(h.title, substr(h.first_message, 1, 80)) as title, h.status, h.created_at,
         h.updated_at, r.rank, count(*) over () as total
       from ranked r join threads h on h.key = r.thread_key
       where ?2 is null or h.status = ?2
       order by r.rank, h.key desc limit ?3 offset ?4`,
      match,
      search.status,
      search.limit,
      offsetOf(search),
    )
    .toArray()
  const total = rows[0]?.total ?? (search.page > 1 ? countThreads(sql, match, search) : 0)
  const hits = rows.map((row) => ({
    id: row.id,
    title: row.title,
    status: row.status,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
    highlights: threadHighlights(sql, match, row.key),
    score: scoreOf(row.rank),
  }))
  return { hits, totalResults: total }
}

/** A page past the end has no row that could carry the total. */
function countThreads(sql: SqlStorage, match: string, search: ThreadSearch): number {
  return sql
    .exec<{ total: number }>(
      `${THREAD_HITS} select count(*) as total from ranked r join threads h on h.key = r.thread_key
       where ?2 is null or h.status = ?2`,
      match,
      search.status,
    )
    .one().total
}

function threadHighlights(sql: SqlStorage, match: string, threadKey: number): string[] {
  const titles = sql
    .exec<{ marked: string }>(
      `select highlight(thread_titles, 0, ?3, ?4) as marked from thread_titles
       where thread_titles match ?1 and rowid = ?2`,
      match,
      threadKey,
      MATCH_START,
      MATCH_END,
    )
    .toArray()
  const messages = sql
    .exec<{ marked: string }>(
      `select snippet(message_texts, 0, ?3, ?4, '…', ${SNIPPET_TOKENS}) as marked from message_texts
       where message_texts match ?1 and rowid in (select key from messages where thread_key = ?2)
       order by bm25(message_texts) limit ${HIGHLIGHTS_PER_THREAD}`,
      match,
      threadKey,
      MATCH_START,
      MATCH_END,
    )
    .toArray()
  return [...new Set([...titles, ...messages].map((row) => highlightHtml(row.marked)))].slice(0, HIGHLIGHTS_PER_THREAD)
}

interface MessageRow extends Record<string, SqlStorageValue> {
  id: string
  thread_id: string
  thread_title: string | null
  role: 'user' | 'assistant'
  text: string
  created_at: number
  marked: string
  rank: number
}

/** Filters are part of the full-text query's join, so that the limit counts only what passes them. */
const MESSAGE_JOIN = `
from message_texts t join messages m on m.key = t.rowid join threads h on h.key = m.thread_key
where message_texts match ?1 and (?2 is null or h.id = ?2) and (?3 is null or m.role = ?3)`

export function searchMessages(sql: SqlStorage, search: MessageSearch): Hits<MessageHit> {
  const match = matchExpression(search.query)
  if (match === null) return NOTHING
  const filters = [match, search.threadId, search.role]
  const { total } = sql.exec<{ total: number }>(`select count(*) as total ${MESSAGE_JOIN}`, ...filters).one()
  const rows = sql
    .exec<MessageRow>(
      `select m.id, h.id as thread_id, coalesce(h.title, substr(h.first_message, 1, 80)) as thread_title, m.role,
         t.text, m.created_at, snippet(message_texts, 0, ?6, ?7, '…', ${SNIPPET_TOKENS}) as marked,
         bm25(message_texts) as rank ${MESSAGE_JOIN}
       order by rank, m.key desc limit ?4 offset ?5`,
      ...filters,
      search.limit,
      offsetOf(search),
      MATCH_START,
      MATCH_END,
    )
    .toArray()
  const hits = rows.map((row) => ({
    id: row.id,
    threadId: row.thread_id,
    threadTitle: row.thread_title,
    role: row.role,
    content: row.text,
    createdAtMs: row.created_at,
    highlights: [highlightHtml(row.marked)],
    score: scoreOf(row.rank),
  }))
  return { hits, totalResults: total }
}

function offsetOf(search: { readonly page: number; readonly limit: number }): number {
  return (search.page - 1) * search.limit
}

/** BM25 of FTS5 is negative, better when smaller; six decimals keep ties apart and answers short. */
function scoreOf(rank: number): number {
  return Math.round(-rank * 1e6) / 1e6
}
