/** What a tool of a connected server answered, as data for the agent: texts in pieces, no links, no files. */
import type { ConnectedToolAnswer } from '../../agent/mcp-servers.ts'
import type { McpToolResult } from '../../connectors/mcp/session.ts'

/** Below what the guard looks at as a whole, so that nothing hides in the middle of a long text. */
const PIECE_CHARS_MAX = 4_000
const TEXT_CHARS_MAX = 40_000

/** Returns the answer as data. `refusal` is the server's word for why it did not call. */
export function answerOf(result: McpToolResult | { readonly refusal: string }): ConnectedToolAnswer {
  if ('refusal' in result) {
    const refusal = String(result.refusal)
    return { ok: true, isError: true, texts: piecesOf([refusal]), leftOut: [] }
  }
  const blocks = result.content ?? []
  const texts = blocks.flatMap((block) => {
    if (block.type === 'text') return [block.text]
    return block.type === 'resource' && 'text' in block.resource ? [block.resource.text] : []
  })
  const data = result.structuredContent
  // Servers write structured content as text too, for older clients; once is enough.
  const own = data === undefined ? texts : texts.filter((text) => !isJsonOf(text, data))
  return {
    ok: true,
    isError: result.isError === true,
    texts: piecesOf(own),
    ...(data === undefined ? {} : { data }),
    leftOut: leftOutOf(blocks.map((block) => kindOf(block))),
  }
}

type Block = NonNullable<McpToolResult['content']>[number]

function kindOf(block: Block): string | null {
  switch (block.type) {
    case 'text':
      return null
    case 'resource_link':
      return 'link'
    case 'resource':
      return 'text' in block.resource ? null : 'file'
    case 'image':
    case 'audio':
      return block.type
  }
}

function leftOutOf(kinds: readonly (string | null)[]): string[] {
  const counts = new Map<string, number>()
  for (const kind of kinds) if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${count} ${kind}${count === 1 ? '' : 's'}`)
}

function isJsonOf(text: string, data: unknown): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(data)
  } catch {
    return false
  }
}

/** Cut at the end of a line where there is one. */
function piecesOf(texts: readonly string[]): string[] {
  const pieces: string[] = []
  let room = TEXT_CHARS_MAX
  for (const text of texts) {
    let rest = text.slice(0, room)
    room -= rest.length
    while (rest.length > 0) {
      const at = rest.length <= PIECE_CHARS_MAX ? rest.length : rest.lastIndexOf('\n', PIECE_CHARS_MAX) + 1
      const end = at > PIECE_CHARS_MAX / 2 || at === rest.length ? at : PIECE_CHARS_MAX
      pieces.push(rest.slice(0, end))
      rest = rest.slice(end)
    }
  }
  return pieces
}
