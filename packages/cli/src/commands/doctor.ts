/** `doctor`: finds out why a command does not work. */
import { ApiError, OasError } from '@observability-agent/sdk'
import { configFile, isReadableByOthers } from '../config.ts'
import { EXIT } from '../exit-codes.ts'
import type { Session } from '../session.ts'
import { paint } from '../terminal/color.ts'
import { inertLine } from '../terminal/text.ts'
import type { Registrar } from './command.ts'

interface Finding {
  readonly check: string
  readonly isOk: boolean
  readonly detail: string
}

/** Beyond this, times in questions and answers do not fit together. */
const CLOCK_OFF_MAX_MS = 60_000

export function registerDoctor({ program, run }: Registrar): void {
  program
    .command('doctor')
    .description('check settings, connection, credential and telemetry')
    .action(
      run(async (session) => {
        const findings: Finding[] = []
        for await (const finding of examine(session)) findings.push(finding)
        session.answer({ findings }, () =>
          findings
            .map(({ check, isOk, detail }) => {
              const mark = paint(session.terminal, isOk ? 'green' : 'red', isOk ? '✓' : '✗')
              return `${mark} ${check}: ${inertLine(detail)}`
            })
            .join('\n'),
        )
        return findings.every((one) => one.isOk) ? EXIT.ok : EXIT.found
      }),
    )
}

async function* examine(session: Session): AsyncGenerator<Finding> {
  const file = configFile(session.env)
  const isOpen = isReadableByOthers(file)
  yield { check: 'settings', isOk: !isOpen, detail: isOpen ? `others can read ${file}: chmod 600 ${file}` : file }
  let url: string
  try {
    url = session.context.url
  } catch (error) {
    return yield { check: 'context', isOk: false, detail: messageOf(error) }
  }
  const reached = await reach(url)
  yield reached.finding
  if (!reached.finding.isOk) return
  if (reached.clockOffMs !== null) {
    const isOk = Math.abs(reached.clockOffMs) <= CLOCK_OFF_MAX_MS
    yield { check: 'clock', isOk, detail: `${(reached.clockOffMs / 1000).toFixed(1)} s from the service's` }
  }
  try {
    const me = await session.client.me.get()
    yield { check: 'credential', isOk: true, detail: me.credentialType }
    const { logs } = await session.client.logs.query({
      body: { limit: 1, from: new Date(Date.now() - 86_400_000).toISOString() },
    })
    yield {
      check: 'telemetry',
      isOk: logs.length > 0,
      detail: logs.length > 0 ? `last log at ${logs[0]?.timestamp}` : 'no logs in 24 hours: oas sources types',
    }
  } catch (error) {
    yield {
      check: error instanceof ApiError && error.status === 401 ? 'credential' : 'access',
      isOk: false,
      detail: messageOf(error),
    }
  }
}

async function reach(url: string): Promise<{ readonly finding: Finding; readonly clockOffMs: number | null }> {
  try {
    const startedMs = Date.now()
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) })
    await response.arrayBuffer()
    const tookMs = Date.now() - startedMs
    const theirs = Date.parse(response.headers.get('date') ?? '')
    return {
      finding: { check: 'connection', isOk: response.ok, detail: `${url} answered ${response.status} in ${tookMs} ms` },
      // The header has whole seconds.
      clockOffMs: Number.isNaN(theirs) ? null : theirs + 500 - (startedMs + tookMs / 2),
    }
  } catch (error) {
    return { finding: { check: 'connection', isOk: false, detail: `${url}: ${messageOf(error)}` }, clockOffMs: null }
  }
}

function messageOf(error: unknown): string {
  if (error instanceof OasError && error.cause instanceof Error) return `${error.message} ${error.cause.message}`
  return error instanceof Error ? error.message : String(error)
}
