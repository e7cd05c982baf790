/** Lists as async iterators: pages are read when the consumer gets there. */
import { OasError } from './errors.ts'

interface CursorPage {
  readonly nextCursor: string | null
}

interface NumberedPage {
  readonly pagination: { readonly page: number; readonly totalPages: number }
}

/** The elements of the array that a page has. */
type ItemOf<Page> = { [Key in keyof Page]: Page[Key] extends readonly (infer Item)[] ? Item : never }[keyof Page]

/**
 * Yields all items of a list with cursors, page by page.
 *
 * ```ts
 * for await (const thread of paginate((at) => client.threads.list({ query: { ...at, limit: 100 } }))) …
 * ```
 * @param readPage reads the page at the given position; `{}` is the first one.
 */
export async function* paginate<Page extends CursorPage>(
  readPage: (at: { readonly cursor?: string }) => Promise<Page>,
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  let cursor: string | null = null
  do {
    const page: Page = await readPage(cursor === null ? {} : { cursor })
    yield* itemsOf(page)
    if (page.nextCursor !== null && page.nextCursor === cursor) {
      throw new OasError('The list does not advance: a page names itself as the next one.')
    }
    cursor = page.nextCursor
  } while (cursor !== null)
}

/** Yields all items of a list with numbered pages (search, transactions). */
export async function* paginateNumbered<Page extends NumberedPage>(
  readPage: (at: { readonly page: number }) => Promise<Page>,
): AsyncGenerator<ItemOf<Page>, void, undefined> {
  for (let page = 1; ; page += 1) {
    const read = await readPage({ page })
    yield* itemsOf(read)
    if (page >= read.pagination.totalPages) return
  }
}

function itemsOf<Page extends object>(page: Page): ItemOf<Page>[] {
  const items: unknown = Object.values(page).find((value) => Array.isArray(value))
  if (!Array.isArray(items)) throw new OasError('The answer is not a page of a list.')
  // The only array of the page; the type says the same.
  return items as ItemOf<Page>[]
}
