/** Searches the threads and messages of a project. The project's search object answers. */

import type { ProjectScope } from '../../auth/scope.ts'
import { invalidInput } from '../../contracts/domain-error.ts'
import type { Hits, MessageHit, MessageSearch, ThreadHit, ThreadSearch } from '../../contracts/search-protocol.ts'
import type { VerbCall } from '../context.ts'

const QUERY_LENGTH_MAX = 500

interface Paging {
  readonly page: number
  readonly limit: number
}

export interface Pagination extends Paging {
  readonly totalResults: number
  readonly totalPages: number
}

type Call<Input> = VerbCall<ProjectScope, Input>

/** Finds threads of the project by words in their titles and messages, best first, with the matching places. */
export async function searchThreads({ ctx, scope, input }: Call<ThreadSearch>) {
  const found: Hits<ThreadHit> = await ctx.objects.search(scope).threads(input)
  const threads = found.hits.map(({ createdAtMs, updatedAtMs, highlights, ...hit }) => ({
    ...hit,
    projectId: scope.projectId,
    labels: [],
    createdAt: new Date(createdAtMs).toISOString(),
    updatedAt: new Date(updatedAtMs).toISOString(),
    highlights: [...highlights],
  }))
  return { threads, pagination: paginationOf(input, found.totalResults) }
}

/** Finds messages in the project's threads by their words, best first, with the matching places. */
export async function searchMessages({ ctx, scope, input }: Call<MessageSearch>) {
  const found: Hits<MessageHit> = await ctx.objects.search(scope).messages(input)
  const messages = found.hits.map(({ createdAtMs, highlights, ...hit }) => {
    const createdAt = new Date(createdAtMs).toISOString()
    return { ...hit, createdAt, updatedAt: createdAt, highlights: [...highlights] }
  })
  return { messages, pagination: paginationOf(input, found.totalResults) }
}

/** Returns the search text from `q` or its alias `query`, trimmed. */
export function queryText(input: { readonly q?: string | undefined; readonly query?: string | undefined }): string {
  const { q, query } = input
  if (q !== undefined && query !== undefined && q !== query) {
    throw invalidInput('The parameters q and query mean the same, but their values differ. Send only one of them.', [
      { path: 'query.query', message: 'differs from q' },
    ])
  }
  const text = (q ?? query ?? '').trim()
  const length = [...text].length
  if (length >= 1 && length <= QUERY_LENGTH_MAX) return text
  const message = `must have between 1 and ${QUERY_LENGTH_MAX} characters`
  const path = q === undefined && query !== undefined ? 'query.query' : 'query.q'
  throw invalidInput(`The request is not valid: ${path} ${message}.`, [{ path, message }])
}

function paginationOf({ page, limit }: Paging, totalResults: number): Pagination {
  return { page, limit, totalResults, totalPages: Math.ceil(totalResults / limit) }
}
