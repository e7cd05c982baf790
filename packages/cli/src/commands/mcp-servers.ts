/** `mcp-servers`: servers whose tools the agent may use, and which of them it may. */
import type { McpServer, McpServerConnection, McpServersAllowToolsData, McpServerTool } from '@observability-agent/sdk'
import { UsageError } from '../exit-codes.ts'
import type { Session } from '../session.ts'
import { renderTable } from '../terminal/table.ts'
import { inertLine } from '../terminal/text.ts'
import type { Registrar } from './command.ts'
import { readJsonObject } from './json-input.ts'

type Choice = McpServersAllowToolsData['body']['tools'][number]

/** More than a project may connect. */
const SERVERS_MAX = 100
/** As many as the service takes. */
const HEADERS_MAX = 10
const STATES = { allowed: 'allowed', not_allowed: 'not allowed', changed: 'changed', gone: 'gone' } as const

export function registerMcpServers({ program, run }: Registrar): void {
  const servers = program
    .command('mcp-servers')
    .description('servers whose tools the agent may use (Model Context Protocol)')
  servers
    .command('list', { isDefault: true })
    .description('what is connected, and the tools that the agent may use')
    .action(run(list))
  servers
    .command('add')
    .description('connect a server; asks for its address and headers, values are not shown. No tool is allowed yet')
    .argument('<name>', 'lower-case letters, digits and hyphens; part of the names of its tools')
    .option('--connection <file>', 'address and headers as a JSON file; - for the input')
    .action(run<{ connection?: string }>(add))
  servers
    .command('tools')
    .description('ask a server what it has, and show what the agent may use; also tests its address and headers')
    .argument('<server>', 'a name or an id')
    .action(run(showTools))
  servers
    .command('allow')
    .description('allow tools besides those that are allowed')
    .argument('<server>', 'a name or an id')
    .argument('<tools...>')
    .option('--reads-only', 'you know that they only read, though their server does not say so')
    .option('-y, --yes', 'do not ask: you looked at them with oas mcp-servers tools')
    .action(run<{ readsOnly?: boolean; yes?: boolean }>(allow))
  servers
    .command('disallow')
    .description('take tools from the agent')
    .argument('<server>', 'a name or an id')
    .argument('<tools...>')
    .action(run(disallow))
  servers
    .command('remove')
    .description('disconnect a server; its headers and the choice of tools are deleted')
    .argument('<server>', 'a name or an id')
    .action(
      run(async (session, _options, [wanted = '']) => {
        const server = await serverOf(session, wanted)
        await session.client.mcpServers.delete({ path: { mcpServerId: server.id } })
        session.note(`${inertLine(server.name)} is disconnected.`)
        return undefined
      }),
    )
}

const connected = async ({ client }: Session): Promise<readonly McpServer[]> =>
  (await client.mcpServers.list({ query: { limit: SERVERS_MAX } })).mcpServers

async function list(session: Session) {
  const mcpServers = await connected(session)
  session.answer(
    { mcpServers },
    () =>
      renderTable(
        mcpServers,
        [
          { label: 'name', value: (one) => one.name },
          { label: 'host', value: (one) => one.host, cutTo: 12 },
          { label: 'state', value: (one) => (one.enabled ? 'on' : 'off') },
          {
            label: 'allowed tools',
            value: (one) => one.allowedTools.map(({ name }) => name).join(', ') || null,
            wrapTo: 20,
          },
        ],
        session.terminal,
      ),
    () => mcpServers.map(({ id }) => id).join('\n'),
  )
  if (mcpServers.length === 0) session.note('No server is connected. Connect one with: oas mcp-servers add <name>')
  return undefined
}

async function serverOf(session: Session, wanted: string): Promise<McpServer> {
  const found = (await connected(session)).find(({ id, name }) => id === wanted || name === wanted)
  if (found === undefined) throw new UsageError(`No server "${wanted}" is connected. See: oas mcp-servers`)
  return found
}

async function add(session: Session, options: { connection?: string }, [name = '']: readonly string[]) {
  const connection = await connectionOf(session, options.connection)
  const { mcpServer } = await session.client.mcpServers.create({ body: { name, connection } })
  session.answer(
    { mcpServer },
    () => `Connected ${inertLine(mcpServer.name)} at ${inertLine(mcpServer.host)}: ${mcpServer.id}`,
    () => mcpServer.id,
  )
  session.note(`The agent may use none of its tools yet. Look at them with: oas mcp-servers tools ${mcpServer.name}`)
  return undefined
}

async function connectionOf(session: Session, file: string | undefined): Promise<McpServerConnection> {
  // The service checks the fields of a file, and names those that are wrong.
  if (file !== undefined) return (await readJsonObject(session, file)) as McpServerConnection
  if (!session.streams.isInputTerminal)
    throw new UsageError('Nobody can be asked here. Give address and headers with --connection <file>.')
  const { askField } = await import('../prompts.ts')
  const ask = (name: string, description: string | null, options: { required?: boolean; sensitive?: boolean } = {}) =>
    askField({ name, description, type: 'string', required: false, sensitive: false, ...options })
  const url = String(await ask('Address', 'https, where the server answers', { required: true }))
  const headers: { name: string; value: string }[] = []
  while (headers.length < HEADERS_MAX) {
    const name = await ask('Header', 'such as Authorization (empty to end)')
    if (name === undefined) break
    const value = await ask(`Value of ${name}`, 'not shown', { required: true, sensitive: true })
    headers.push({ name: String(name), value: String(value) })
  }
  return { url, headers }
}

async function showTools(session: Session, _options: unknown, [wanted = '']: readonly string[]) {
  const server = await serverOf(session, wanted)
  const { tools } = await session.client.mcpServers.listTools({ path: { mcpServerId: server.id } })
  session.answer(
    { tools },
    () => renderTools(session, tools),
    () => tools.map(({ name }) => inertLine(name)).join('\n'),
  )
  if (tools.length === 0) session.note('The server has no tools.')
  if (tools.some(({ isSuspicious }) => isSuspicious))
    session.note('Some of its texts read like instructions to an assistant (!). The agent is not told them.')
  if (tools.some(({ state }) => state === 'changed'))
    session.note('A changed tool is not called until it is allowed again.')
  return undefined
}

function renderTools({ terminal }: Session, tools: readonly McpServerTool[]): string {
  return renderTable(
    tools,
    [
      { label: 'tool', value: (one) => `${one.name}${one.isSuspicious ? ' !' : ''}` },
      {
        label: 'state',
        value: (one) => STATES[one.state],
        tone: (one) => (one.state === 'allowed' ? 'green' : one.state === 'changed' ? 'yellow' : null),
      },
      { label: 'says it', value: saysOf },
      { label: 'description', value: (one) => one.description, wrapTo: 20 },
    ],
    terminal,
  )
}

function saysOf({ claim, obstacle }: McpServerTool): string | null {
  if (obstacle === 'name') return 'has no name to call'
  if (claim === 'unknown') return 'nothing'
  return claim
}

async function allow(
  session: Session,
  { readsOnly = false, yes = false }: { readsOnly?: boolean; yes?: boolean },
  [wanted = '', ...names]: readonly string[],
) {
  const server = await serverOf(session, wanted)
  const { tools } = await session.client.mcpServers.listTools({ path: { mcpServerId: server.id } })
  const chosen = [...new Set(names)].map((name) => toolOf(tools, name, readsOnly))
  if (!yes && !(await isAgreed(session, chosen))) {
    session.note('Nothing was changed.')
    return undefined
  }
  const kept = keptOf(server, tools).filter(({ name }) => !names.includes(name))
  const added = chosen.map(({ name, fingerprint, claim }) => ({
    ...{ name, fingerprint: fingerprint ?? '' },
    isReadOnly: readsOnly && claim === 'unknown',
  }))
  return choose(session, server, [...kept, ...added], names)
}

/** Throws for a tool that cannot be allowed, in words of the command line. */
function toolOf(tools: readonly McpServerTool[], name: string, readsOnly: boolean): McpServerTool {
  const tool = tools.find((one) => one.name === name)
  if (tool === undefined || tool.state === 'gone') throw new UsageError(`The server has no tool "${name}".`)
  if (tool.obstacle === 'writes') throw new UsageError(`${name} says that it writes; the agent only reads.`)
  if (tool.obstacle === 'name') throw new UsageError(`${name} has a name that models cannot be told.`)
  if (tool.claim === 'unknown' && !readsOnly)
    throw new UsageError(`${name} does not say that it only reads. Repeat with --reads-only if you know that it does.`)
  return tool
}

async function isAgreed(session: Session, tools: readonly McpServerTool[]): Promise<boolean> {
  if (!session.streams.isInputTerminal)
    throw new UsageError('Nobody can be asked here. Look at the tools with oas mcp-servers tools, then add --yes.')
  session.streams.err.write(`${renderTools(session, tools)}\n`)
  const { askWhether } = await import('../prompts.ts')
  return askWhether('May the agent use what you see?')
}

/** What is allowed and still as it was. A tool that changed is not called, so it is not allowed anew by the way. */
function keptOf(server: McpServer, tools: readonly McpServerTool[]): Choice[] {
  const same = new Set(tools.filter(({ state }) => state === 'allowed').map(({ name }) => name))
  return server.allowedTools
    .filter(({ name }) => same.has(name))
    .map(({ name, fingerprint, isVouched }) => ({ name, fingerprint, isReadOnly: isVouched }))
}

async function disallow(session: Session, _options: unknown, [wanted = '', ...names]: readonly string[]) {
  const server = await serverOf(session, wanted)
  for (const name of names) {
    if (!server.allowedTools.some((one) => one.name === name)) throw new UsageError(`"${name}" is not allowed.`)
  }
  const rest = server.allowedTools.filter(({ name }) => !names.includes(name))
  // An empty list asks nothing of the server: tools can be taken from the agent while it is down.
  const tools =
    rest.length === 0 ? [] : (await session.client.mcpServers.listTools({ path: { mcpServerId: server.id } })).tools
  return choose(
    session,
    server,
    keptOf(server, tools).filter(({ name }) => !names.includes(name)),
    names,
  )
}

/** `named` are the tools of the command line; what else is no longer allowed is said. */
async function choose(session: Session, server: McpServer, tools: Choice[], named: readonly string[]) {
  const { mcpServer } = await session.client.mcpServers.allowTools({
    path: { mcpServerId: server.id },
    body: { tools },
  })
  const names = mcpServer.allowedTools.map(({ name }) => inertLine(name))
  session.answer(
    { mcpServer },
    () => `The agent may use of ${inertLine(mcpServer.name)}: ${names.join(', ') || 'nothing'}`,
    () => names.join('\n'),
  )
  const dropped = server.allowedTools.filter(({ name }) => !named.includes(name) && !names.includes(inertLine(name)))
  if (dropped.length > 0)
    session.note(`Changed or gone, and so no longer allowed: ${dropped.map(({ name }) => inertLine(name)).join(', ')}`)
  return undefined
}
