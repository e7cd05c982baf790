import { type Exchange, integerQuery } from './exchange.ts'

/** The items after the one with this id, or null when nothing has it. No id starts at the beginning. */
export function pageAfter<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  after: string | null,
  limit: number,
): { page: Item[]; isLast: boolean } | null {
  const start = after === null || after === '' ? 0 : items.findIndex((item) => idOf(item) === after) + 1
  if (start === 0 && after !== null && after !== '') return null
  return { page: items.slice(start, start + limit), isLast: start + limit >= items.length }
}

export type NumberedPage<Item> = { items: Item[]; page: number; size: number; pageCount: number }

/** One page by `page` and `per_page`; null when either is not a number within bounds. */
export function numberedPage<Item>(
  exchange: Exchange,
  all: readonly Item[],
  sizeDefault: number,
  sizeMax: number,
): NumberedPage<Item> | null {
  const page = integerQuery(exchange, 'page', 1, 1, 1_000_000)
  const size = integerQuery(exchange, 'per_page', sizeDefault, 1, 1_000_000)
  if (page === null || size === null) return null
  const sizeUsed = Math.min(size, sizeMax)
  const items = all.slice((page - 1) * sizeUsed, page * sizeUsed)
  return { items, page, size: sizeUsed, pageCount: Math.max(1, Math.ceil(all.length / sizeUsed)) }
}

/** The same URL with another page number. */
export function urlOfPage(exchange: Exchange, page: number): string {
  const url = new URL(exchange.url)
  url.searchParams.set('page', String(page))
  return url.href
}

/** `Link` of RFC 8288 with first, prev, next and last as far as they exist. */
export function linkHeader(exchange: Exchange, { page, pageCount }: NumberedPage<unknown>): Record<string, string> {
  const relations: [string, number][] = [['first', 1]]
  if (page > 1) relations.push(['prev', page - 1])
  if (page < pageCount) relations.push(['next', page + 1])
  relations.push(['last', pageCount])
  return {
    link: relations.map(([relation, number]) => `<${urlOfPage(exchange, number)}>; rel="${relation}"`).join(', '),
  }
}

/** `count` items made by their index. */
export function many<Item>(count: number, make: (index: number) => Item): Item[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
