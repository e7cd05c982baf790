/**
 * Questions that name a connected MCP server or one of its tools: "ask runbooks for the disk full page", "use
 * search_pages for disk full". Without a language model nobody decides by himself that another system should be asked,
 * so the embedded model asks one only where it is named.
 */
import type { ConnectedResult } from '../tools/connected-tools.ts'
import { type Filled, fill } from './fill-arguments.ts'
import { caveatsOf, suspiciousSentence } from './kinds/words.ts'
import { cite, code, plain } from './markdown.ts'
import type { Action, Desk } from './plan-state.ts'

export interface ConnectedTool {
  readonly name: string
  readonly server: string
  readonly tool: string
  readonly inputSchema: unknown
}

/** Reads a tool's server back from its name; none where it is a tool of ours. */
export function connectedTool({ name, inputSchema }: { readonly name: string; readonly inputSchema: unknown }) {
  const match = /^mcp__([a-z0-9-]{1,20})__([\w-]{1,40})$/.exec(name)
  const [, server = '', tool = ''] = match ?? []
  return match === null ? [] : [{ name, server, tool, inputSchema } satisfies ConnectedTool]
}

/** What to do for a question that addresses a connected server; null where it addresses none. */
export function planConnectedServer(question: string, tools: readonly ConnectedTool[], desk: Desk): Action | null {
  if (tools.length === 0) return null
  const asked = addressed(question, tools)
  if (asked === null) return null
  const { candidates, request } = asked
  const chosen = chosenTool(candidates, request)
  if (chosen === null) return { type: 'answer', text: whichTool(candidates) }
  const filled = fill(chosen.inputSchema, request)
  if (!filled.ok) return { type: 'answer', text: cannotFill(chosen, filled) }
  const done = desk.need<ConnectedResult>(chosen.name, filled.args, 'run')
  if (done !== null) return { type: 'answer', text: answerText(chosen, done.result, done.id) }
  if (desk.missing.length > 0)
    return {
      type: 'call',
      reasoning: `The question names the connected MCP server ${chosen.server}, so I ask it.`,
      calls: desk.missing,
    }
  return { type: 'answer', text: caveatsOf(desk.failed).join(' ') }
}

interface Word {
  readonly text: string
  readonly from: number
  readonly to: number
}

const ASKING: ReadonlySet<string> = new Set([
  'ask',
  'consult',
  'query',
  'call',
  'use',
  'using',
  'via',
  'through',
  'try',
  'run',
])
const FILLING: ReadonlySet<string> = new Set(['the', 'my', 'our', 'connected', 'mcp', 'server', 'tool'])
const NAMING: ReadonlySet<string> = new Set(['mcp', 'server', 'tool'])

interface Addressed {
  readonly candidates: readonly ConnectedTool[]
  /** The question without what names the tool. */
  readonly request: string
}

/** A service may have the name of a server: only "ask it" and "the server so-and-so" address one. */
function addressed(question: string, tools: readonly ConnectedTool[]): Addressed | null {
  const words = wordsOf(question)
  const tool = firstMention(
    words,
    tools.map((one) => one.tool),
  )
  const server = firstMention(
    words,
    tools.map((one) => one.server),
  )
  if (tool === null && server === null) return null
  const ofServer = server === null ? tools : tools.filter((one) => one.server === server.name)
  const ofTool = tool === null ? ofServer : ofServer.filter((one) => one.tool === tool.name)
  const mentions = [tool, server].filter((one) => one !== null)
  const from = Math.min(...mentions.map((one) => one.from))
  const to = Math.max(...mentions.map((one) => one.to))
  return { candidates: ofTool.length > 0 ? ofTool : ofServer, request: requestOf(question, from, to) }
}

interface Mention {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** The longest name that the question addresses: "search_pages_all" is no mention of "search_pages". */
function firstMention(words: readonly Word[], names: readonly string[]): Mention | null {
  const longestFirst = [...new Set(names)].sort((a, b) => b.length - a.length)
  for (const name of longestFirst) {
    const parts = wordsOf(name).map((word) => word.text)
    for (let at = 0; at + parts.length <= words.length; at += 1) {
      if (!parts.every((part, index) => words[at + index]?.text === part)) continue
      const mention = mentionAt(words, at, parts.length, name)
      if (mention !== null) return mention
    }
  }
  return null
}

function mentionAt(words: readonly Word[], at: number, length: number, name: string): Mention | null {
  let before = at - 1
  while (FILLING.has(words[before]?.text ?? '')) before -= 1
  let after = at + length
  while (NAMING.has(words[after]?.text ?? '')) after += 1
  const asking = words[before]
  const isAsked = asking !== undefined && ASKING.has(asking.text)
  const isNamed = after > at + length || NAMING.has(words[at - 1]?.text ?? '')
  if (!isAsked && !isNamed) return null
  const first = words[isAsked ? before : before + 1]
  const last = words[after - 1]
  return first === undefined || last === undefined ? null : { name, from: first.from, to: last.to }
}

const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    text: match[0].toLowerCase(),
    from: match.index,
    to: match.index + match[0].length,
  }))

const LEADING = /^(?:for|about|on|to|with|regarding|find|search|look|up|get|fetch|tell|me|us)\s+/i

/** What stands behind the name, or else before it. */
function requestOf(question: string, from: number, to: number): string {
  let rest = question.slice(to).replace(/^[\s"'`,:;.!?)-]+/, '')
  for (let turn = 0; turn < 5 && LEADING.test(rest); turn += 1) rest = rest.replace(LEADING, '')
  const behind = unquoted(rest)
  return behind === '' ? unquoted(question.slice(0, from)) : behind
}

const unquoted = (text: string): string =>
  plain(text, 1_000)
    .replace(/^["'`(]{1,3}/, '')
    .replace(/[\s"'`)?.!,;:]{1,10}$/, '')

/** One tool, the one that the request speaks of, or one that searches; null where it stays open. */
function chosenTool(candidates: readonly ConnectedTool[], request: string): ConnectedTool | null {
  const [only] = candidates
  if (candidates.length === 1 && only !== undefined) return only
  const said = new Set(wordsOf(request).map((word) => word.text))
  const scored = candidates.map((one) => ({
    one,
    score: wordsOf(one.tool).filter((word) => said.has(word.text)).length,
  }))
  const best = Math.max(...scored.map(({ score }) => score))
  const leading = scored.filter(({ score }) => score === best)
  if (best > 0 && leading.length === 1) return leading[0]?.one ?? null
  const searching = candidates.filter((one) => /search|query|find|ask|lookup/i.test(one.tool))
  return searching.length === 1 ? (searching[0] ?? null) : null
}

function whichTool(candidates: readonly ConnectedTool[]): string {
  const names = candidates.slice(0, 12).map(({ tool, server }) => `- ${code(tool, 60)} of ${code(server, 30)}`)
  return `Several tools could be meant. Name one, as in "use \u2026 for \u2026":\n\n${names.join('\n')}`
}

function cannotFill({ tool, server }: ConnectedTool, { needs }: Extract<Filled, { ok: false }>): string {
  const wanted = needs.map((name) => code(name, 60)).join(', ')
  return needs.length === 1
    ? `The tool ${code(tool, 60)} of the MCP server ${code(server, 30)} needs ${wanted}. Say what to ask for, as in "use ${plain(tool, 60)} for \u2026".`
    : `The tool ${code(tool, 60)} of the MCP server ${code(server, 30)} needs ${wanted}. Without a language model I can give a tool one text only.`
}

const LINES_MAX = 20

/** Says where it comes from and that nobody verified it, before anything of it. */
function answerText({ server, tool }: ConnectedTool, result: ConnectedResult, id: string): string {
  const said = result.isError === true ? 'says that it could not answer' : 'answers'
  const lines = [
    ...(result.texts ?? []).flatMap((text) => text.split('\n')),
    ...(result.data === undefined ? [] : [JSON.stringify(result.data)]),
  ].filter((line) => line.trim() !== '')
  const shown = lines.slice(0, LINES_MAX).map((line) => `- ${code(line)}`)
  const more = lines.length > LINES_MAX ? `\u2026 and ${lines.length - LINES_MAX} more lines.` : ''
  const leftOut =
    result.leftOut === undefined ? '' : `Not passed on: ${result.leftOut.map((one) => plain(one, 40)).join(', ')}.`
  return [
    `The connected MCP server ${code(server, 30)} ${said} (tool ${code(tool, 60)}); this service has not verified it. ${cite(id)}`,
    shown.length === 0 ? 'It sent no text.' : shown.join('\n'),
    more,
    leftOut,
    ...suspiciousSentence([result], [id], 'What it sent'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
