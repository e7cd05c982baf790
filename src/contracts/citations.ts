/**
 * Citations of an answer, as a person reads them. Stored text cites tool calls by their id, `[call_2]`, because ids are
 * all that a language model knows. When shown, each call has a short mark, `[1]`, in the order of first use. Footnotes
 * say which call a mark stands for. In tables, a cell that holds the id of a call, or a list of ids, shows the marks.
 */

/** What a block needs in order to be shown with marks. The blocks of the contract and of the client have it. */
interface CitingBlock {
  readonly type: string
  readonly name?: unknown
  readonly message?: unknown
  readonly toolCallId?: unknown
  readonly data?: unknown
}

export interface Footnote {
  /** Counted from 1. */
  readonly mark: number
  readonly toolCallId: string
  /** The tool's name. Null if the call was made for an earlier answer of the thread. */
  readonly name: string | null
}

export interface MarkedAnswer<Block> {
  readonly blocks: readonly Block[]
  readonly footnotes: readonly Footnote[]
}

const BRACKET = / ?\[([A-Za-z][\w.:-]{2,100})\]/g
/** An id of an earlier answer, whose call is not among the blocks. */
const EARLIER = /^call_\d{1,6}$/

/** The blocks with short marks in text and tables, and what each mark stands for. */
export function withShortMarks<Block extends CitingBlock>(blocks: readonly Block[]): MarkedAnswer<Block> {
  const names = new Map<string, string>()
  for (const block of blocks)
    if (block.type === 'tool_call' && typeof block.toolCallId === 'string')
      names.set(block.toolCallId, String(block.name))
  const marks = new Map<string, number>()
  const isCall = (id: string): boolean => names.has(id) || EARLIER.test(id)
  const markOf = (id: string): number => {
    const mark = marks.get(id) ?? marks.size + 1
    marks.set(id, mark)
    return mark
  }
  const shown = blocks.map((block): Block => {
    if (block.type === 'message' && typeof block.message === 'string')
      return { ...block, message: markedText(block.message, isCall, markOf) }
    if (block.type === 'artifact' && block.name === 'table')
      return { ...block, data: markedTable(block.data, isCall, markOf) }
    return block
  })
  const footnotes = [...marks].map(([toolCallId, mark]) => ({ mark, toolCallId, name: names.get(toolCallId) ?? null }))
  return { blocks: shown, footnotes }
}

/**
 * The positions of inline code and fences, where brackets stay as they are: from a run of backticks to the next run of
 * the same length. One pass, because answers may contain text of senders.
 */
function codeIn(text: string): (readonly [from: number, to: number])[] {
  const runs = [...text.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }))
  const lastOfLength = new Map<number, number>()
  const partners = new Array<number | undefined>(runs.length)
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    const length = runs[index]?.length ?? 0
    partners[index] = lastOfLength.get(length)
    lastOfLength.set(length, index)
  }
  const code: (readonly [number, number])[] = []
  for (let index = 0; index < runs.length; index += 1) {
    const [opening, partner] = [runs[index], partners[index]]
    const closing = partner === undefined ? undefined : runs[partner]
    if (opening === undefined || closing === undefined || partner === undefined) continue
    code.push([opening.at, closing.at + closing.length])
    index = partner
  }
  return code
}

function markedText(text: string, isCall: (id: string) => boolean, markOf: (id: string) => number): string {
  let out = ''
  let end = 0
  const marked = (part: string): string =>
    part.replace(BRACKET, (whole, id: string) =>
      isCall(id) ? `${whole.startsWith(' ') ? ' ' : ''}[${markOf(id)}]` : whole,
    )
  for (const [from, to] of codeIn(text)) {
    out += marked(text.slice(end, from)) + text.slice(from, to)
    end = to
  }
  return out + marked(text.slice(end))
}

function markedTable(data: unknown, isCall: (id: string) => boolean, markOf: (id: string) => number): unknown {
  if (typeof data !== 'object' || data === null || !('rows' in data) || !Array.isArray(data.rows)) return data
  const cell = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(cell)
    return typeof value === 'string' && isCall(value) ? `[${markOf(value)}]` : value
  }
  const rows = data.rows.map((row: unknown) =>
    typeof row === 'object' && row !== null && !Array.isArray(row)
      ? Object.fromEntries(Object.entries(row).map(([key, value]) => [key, cell(value)]))
      : row,
  )
  return { ...data, rows }
}
