/**
 * Lines in which a process tells of itself, or a platform of it: that it stops, starts or dies. Work that stops or starts
 * ("backup started", "handout stopped") is no process: next to such a word stands the service's own name, a word for a
 * process, or nothing. Pure.
 */
import { spokenText } from '../../message-text.ts'

export type ProcessStep = 'stop' | 'start' | 'crash'

const PROCESS =
  '(?:application|app|server|service|process|worker|workers|container|instance|node|pod|daemon|agent|listener|scheduler|consumer|broker|engine|system)'
const VERSION = '(?:version )?v?(?:\\d[\\w.-]*|<\\*>)'

/** It did not go by itself, and nobody asked it to. */
const CRASHES =
  /(?<![\w-])(?:panic(?:ked)?|segfault(?:ed)?|segmentation fault|sigsegv|sigabrt|sigkill|oom[- ]?kill(?:ed|er)?|core dumped|crashloopbackoff|(?:process|worker|container|pod|service|application|server|instance) (?:has |was |is )?(?:crashed|killed|aborted)|fatal error|(?:with |has )?exit(?:ed|ing|s)?(?: with)? (?:code|status)[ :=]{0,2}[1-9]\d{0,2}|exit[ _-]code[ :=]{0,2}[1-9]\d{0,2})(?![\w-])/
/** A code that says which signal asked it to end. */
const ASKED_TO_END = /(?<!\d)(?:143|130)(?!\d)/
const STOPS =
  /(?<![\w-])(?:sigterm|sigint|signal:? terminated|(?:received|got|caught) (?:a )?term(?: signal)?|term signal|shut(?:ting|s)? ?down|shutdown|quiesc(?:ed|ing)|leaving (?:the )?(?:consumer )?group|scal(?:ed|ing) (?:down )?(?:from \S{1,6} )?to (?:0|zero)|scaled down|going down|(?:pod|container|instance|node|worker) (?:was |is |has been |being )?(?:evicted|preempted|drained|draining|terminated|stopped|rescheduled)|process\.stop|graceful(?:ly)? (?:stop|exit|termination))(?![\w-])/
const STARTS =
  /(?<![\w-])(?:starting up|started up|booted|listening (?:on|at|for)|up and running|process\.start|ready to (?:accept|serve|receive)|resuming normal operations)(?![\w-])/
const BEGINS_STOP =
  /(?:^|[-:\]] )(?:stopp(?:ing|ed)|stops|exit(?:ing|s|ed)|terminat(?:ing|es|ed)|quitting|restarting|closing down)\b/
const BEGINS_START = /^(?:re-?)?(?:started|starting|ready|listening|resumed)(?=$|[\s,.:;])/

/** More often it is an everyday line; who crashes may do so again and again. */
const RARE_MAX = 12
const CRASHES_MAX = 200

const IS = '(?:is |was |has been |has |now |successfully )?'
const PROCESS_STOPS = new RegExp(
  `(?<![\\w-])${PROCESS}(?: ${VERSION})? ${IS}(?:stop(?:s|ped|ping)|exit(?:s|ed|ing)|quits?|going away|restarting)\\b|\\b(?:stopp(?:ed|ing)|terminat(?:ed|ing)|restarting) (?:the )?${PROCESS}(?![\\w-])`,
)
const PROCESS_STARTS = new RegExp(
  `(?<![\\w-])(?:${PROCESS}|v?\\d+\\.[\\w.-]+|<\\*>\\.[\\w.<>*-]+)(?: ${VERSION})? ${IS}(?:re)?(?:started|starting|ready|up|online|running|listening|alive)\\b|\\b(?:started|starting) (?:the )?${PROCESS}(?![\\w-])`,
)

/** What a line tells of the process that wrote it; null of any other. */
export function processStep(line: string, service: string): ProcessStep | null {
  // Its own name is a word for the process.
  const text = spokenText(line).slice(0, 400).toLowerCase().replaceAll(service.toLowerCase(), 'service')
  if (CRASHES.test(text)) return ASKED_TO_END.test(text) ? 'stop' : 'crash'
  if (STOPS.test(text) || BEGINS_STOP.test(text) || PROCESS_STOPS.test(text)) return 'stop'
  return PROCESS_STARTS.test(text) || STARTS.test(text) || BEGINS_START.test(text) ? 'start' : null
}

/** Whether a pattern may tell of a process: of lines that come all the time none does. */
export function tellsOfProcess(line: {
  readonly template: string
  readonly service: string
  readonly count: number
}): boolean {
  if (line.count > CRASHES_MAX) return false
  const step = processStep(line.template, line.service)
  return step === 'crash' || (step !== null && line.count <= RARE_MAX)
}

export type StopReason = 'planned' | 'limit' | 'release' | 'crash' | 'signal' | 'untold'

const PLANNED =
  /\b(?:drain(?:ed|ing|s)?|maintenance|patch(?:ing|ed)?|planned|scheduled|node (?:pool|upgrade)|upgrad(?:e|ed|ing)|scal(?:ed|ing)|evict(?:ed|ion)|preempted|resched\w*|moved|rolling|roll-?out|deploy\w*|operator|on request|requested|reboot of|(?:kernel|os|host|security|firmware) (?:update|patch)\w*|updates? of|window|recycl\w+|quiesced|comes back|decommission\w*)\b/
const LIMIT = /\b(?:memory|oom|heap|out of|limit|disk|quota)\b/
const SIGNAL = /\b(?:sig\w+|signal|term)\b/

/** What a stop is put down to by the words of its line. A pattern's place for a value may hold the reason. */
export function stopReason(text: string, step: ProcessStep): StopReason {
  const lower = text.toLowerCase()
  if (step === 'crash') return 'crash'
  if (PLANNED.test(lower)) return 'planned'
  if (LIMIT.test(lower)) return 'limit'
  return SIGNAL.test(lower) ? 'signal' : 'untold'
}
