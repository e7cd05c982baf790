/** The command line: every command, and how errors end. */
import tab from '@bomb.sh/tab/commander'
import { ApiError, ConnectionError } from '@observability-agent/sdk'
import { Command, CommanderError } from 'commander'
import { registerAccount } from './commands/account.ts'
import { registerAsk } from './commands/ask.ts'
import { registerChanges } from './commands/changes.ts'
import { registrarOf } from './commands/command.ts'
import { registerDoctor } from './commands/doctor.ts'
import { registerIncidents } from './commands/incidents.ts'
import { registerMcpServers } from './commands/mcp-servers.ts'
import { registerBilling, registerKeys, registerSources } from './commands/sources.ts'
import { registerTelemetry } from './commands/telemetry.ts'
import { EXIT, type ExitCode, UnusableError, UsageError } from './exit-codes.ts'
import { Cancelled } from './prompts.ts'
import type { Streams } from './session.ts'
import { inert } from './terminal/text.ts'

export const VERSION = '0.1.0'

const HELP = `
Exit codes: 0 done · 1 it failed · 2 no service or credential · 3 something is wrong (changes verify, doctor)
            64 wrong command line · 130 interrupted

Settings: OAS_URL, OAS_TOKEN, OAS_PROJECT, OAS_ORGANIZATION, NO_COLOR; else what oas login saved.
Completion: oas complete bash|zsh|fish`

export function programOf(streams: Streams, ended: (code: ExitCode) => void): Command {
  const program = withGlobalOptions(new Command('oas'))
    .description('The Observability Agent Service in a terminal.')
    .version(VERSION)
    .addHelpText('after', HELP)
    .showSuggestionAfterError()
    // A command may have an option of its own that the program has too: the version of what was deployed.
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => streams.out.write(text),
      writeErr: (text) => streams.err.write(text),
      getOutHelpWidth: () => streams.out.columns ?? 100,
      getErrHelpWidth: () => streams.err.columns ?? 100,
    })
  const registrar = registrarOf(program, streams, ended)
  for (const register of [
    registerAsk,
    registerIncidents,
    registerTelemetry,
    registerChanges,
    registerSources,
    registerMcpServers,
    registerKeys,
    registerBilling,
    registerAccount,
    registerDoctor,
  ]) {
    register(registrar)
  }
  for (const command of allOf(program)) withGlobalOptions(command.exitOverride().copyInheritedSettings(program))
  tab(program)
  return program
}

/** Options that may stand before a command and after it. */
function withGlobalOptions(command: Command): Command {
  return command
    .option('--json', 'print JSON')
    .option('-q, --quiet', 'print the result alone: ids and values without words')
    .option('--url <address>', 'the address of the service')
    .option('--project <id>', 'the project that is meant')
    .option('--organization <id>', 'the organization that is meant')
}

function allOf(command: Command): Command[] {
  return command.commands.flatMap((one) => [one, ...allOf(one)])
}

/** Runs one command line, without the program's name. Never throws. */
export async function runCommandLine(args: readonly string[], streams: Streams): Promise<ExitCode> {
  let code: ExitCode = EXIT.ok
  const program = programOf(streams, (ended) => {
    code = ended
  })
  try {
    await program.parseAsync([...args], { from: 'user' })
    return code
  } catch (error) {
    return endOf(error, streams)
  }
}

function endOf(error: unknown, streams: Streams): ExitCode {
  if (streams.signal.aborted) return EXIT.interrupted
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
  const complain = (text: string, code: ExitCode): ExitCode => {
    streams.err.write(`${inert(text)}\n`)
    return code
  }
  if (error instanceof ApiError) return complain(refusalText(error), error.status === 401 ? EXIT.unusable : EXIT.failed)
  if (error instanceof ConnectionError) return complain(error.message, EXIT.unusable)
  if (error instanceof UnusableError) return complain(error.message, EXIT.unusable)
  if (error instanceof UsageError) return complain(error.message, EXIT.usage)
  if (error instanceof Cancelled) return complain(error.message, EXIT.interrupted)
  return complain(error instanceof Error ? error.message : String(error), EXIT.failed)
}

function refusalText(error: ApiError): string {
  const hint =
    error.status === 401
      ? ' Sign in again with: oas login'
      : error.missingContext.includes('projectId')
        ? ' Choose one with: oas context use <project>   (or --project, OAS_PROJECT)'
        : error.missingContext.includes('organizationId')
          ? ' Name one with --organization.'
          : ''
  const id = error.requestId === null ? '' : `\nRequest ${error.requestId}`
  return `${error.message}${hint}${id}`
}
