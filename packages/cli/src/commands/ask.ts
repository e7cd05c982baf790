/** `ask` and `investigate`: questions to the agent, with its steps while it works. */
import { type Answer, askStream, type RunEvent } from '@observability-agent/sdk'
import { lastThread, rememberThread } from '../config.ts'
import { EXIT, type ExitCode, UsageError } from '../exit-codes.ts'
import type { Session } from '../session.ts'
import { renderAnswer } from '../terminal/answer.ts'
import { cut, inertLine, safeJson } from '../terminal/text.ts'
import type { Registrar } from './command.ts'
import { showIncident } from './incidents.ts'

interface AskOptions {
  readonly thread?: string
  readonly continue?: boolean
  readonly interactive?: boolean
  readonly events?: boolean
}

export function registerAsk({ program, run }: Registrar): void {
  program
    .command('ask')
    .description('ask the agent in plain words')
    .argument('[question...]', 'the question; with - it is read from the input')
    .option('-t, --thread <id>', 'ask a follow-up in this thread')
    .option('-c, --continue', 'ask a follow-up to the last question')
    .option('-i, --interactive', 'ask for the next question after each answer')
    .option('--events', 'print the events of the run as JSON lines')
    .action(run<AskOptions>((session, options, words) => askCommand(session, options, words)))
  program
    .command('investigate')
    .description('find what broke and why, or show the investigation of an incident')
    .argument('[subject...]', 'an incident id, a service, or a symptom in words; without it everything')
    .option('--since <time>', 'when it began: 30m, 2h or a time')
    .action(run<{ since?: string }>((session, options, words) => investigate(session, options, words)))
}

async function askCommand(session: Session, options: AskOptions, words: readonly string[]): Promise<ExitCode> {
  const { url } = session.context
  let question = words.join(' ').trim()
  if (question === '-') question = (await session.streams.readInput()).trim()
  let threadId = options.thread ?? (options.continue ? (lastThread(session.env, url) ?? undefined) : undefined)
  if (options.continue && threadId === undefined) throw new UsageError('There is no earlier question to continue.')
  if (question === '' && !options.interactive) throw new UsageError('Ask something: oas ask "what broke?"')
  let code: ExitCode = EXIT.ok
  for (;;) {
    if (question === '') {
      const { nextQuestion } = await import('../prompts.ts')
      question = (await nextQuestion()) ?? ''
      if (question === '') return code
    }
    const answer = await askOnce(session, question, threadId, options.events === true)
    rememberThread(session.env, url, answer.threadId)
    code = answer.status === 'completed' ? EXIT.ok : EXIT.failed
    if (!options.interactive) {
      session.note(`\nFollow up: ${session.env['OAS_ASK_COMMAND'] ?? 'oas ask'} --thread ${answer.threadId} "…"`)
      return code
    }
    threadId = answer.threadId
    question = ''
  }
}

/** Asks, shows the steps on the error stream and the answer on the output. */
export async function askOnce(
  session: Session,
  question: string,
  threadId?: string,
  printsEvents = false,
): Promise<Answer> {
  // Not ended by Ctrl-C itself: the call that cancels the run still has to go out.
  const stream = askStream(session.clientUntil(), question, { threadId, signal: session.signal, cancelOnAbort: true })
  const steps = stepsOf(session)
  try {
    for (;;) {
      const next = await stream.next()
      if (next.done) {
        steps.end()
        if (!printsEvents) showAnswer(session, next.value)
        return next.value
      }
      if (printsEvents) session.print(safeJson(next.value, 0))
      else steps.show(next.value)
    }
  } finally {
    steps.end()
  }
}

function showAnswer(session: Session, answer: Answer): void {
  session.answer(
    answer,
    () => renderAnswer(answer.content, session.terminal),
    () => inertLine(answer.text ?? ''),
  )
  if (answer.status !== 'completed') {
    session.streams.err.write(
      `The run ended ${answer.status}${answer.error ? `: ${inertLine(answer.error.message)}` : '.'}\n`,
    )
  }
}

interface Steps {
  readonly show: (event: RunEvent) => void
  readonly end: () => void
}

/** One line that changes while the agent works; nothing where the error stream is not a terminal. */
function stepsOf(session: Session): Steps {
  const { err } = session.streams
  if (err.isTTY !== true || session.options.quiet || session.options.json) {
    return { show: () => undefined, end: () => undefined }
  }
  let count = 0
  let isShown = false
  const line = (text: string): void => {
    const width = (err.columns ?? 80) - 1
    err.write(`\r\u001b[2K${session.painted('dim', cut(inertLine(text), width))}`)
    isShown = true
  }
  line('Thinking …')
  return {
    show: (event) => {
      if (event.type === 'tool_call_start') line(`${++count}. ${event.name} ${JSON.stringify(event.params ?? {})}`)
      else if (event.type === 'text_chunk') line('Writing the answer …')
      else if (event.type === 'stream_reset') line('Starting again …')
    },
    end: () => {
      if (isShown) err.write('\r\u001b[2K')
      isShown = false
    },
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

async function investigate(session: Session, { since }: { since?: string }, words: readonly string[]) {
  const subject = words.join(' ').trim()
  if (UUID.test(subject)) return showIncident(session, subject)
  const about = subject === '' ? '' : subject.includes(' ') ? `: ${subject}` : ` in ${subject}`
  const when = since === undefined ? '' : /^\d+[smhdw]$/.test(since) ? ` in the last ${since}` : ` since ${since}`
  const question = subject.includes(' ') ? `what broke and why${when}${about}` : `what broke and why${about}${when}?`
  const answer = await askOnce(session, question)
  rememberThread(session.env, session.context.url, answer.threadId)
  return answer.status === 'completed' ? EXIT.ok : EXIT.failed
}
