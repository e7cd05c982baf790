/** Wraps a source so that every question gets a label and is recorded with the amount of data that it scanned. */
import { type CohortSelector, gridEndMs } from '../../telemetry/index.ts'
import type { AskedQuery } from './investigation.ts'
import type { InvestigationSource, SourceAnswer, SourceMethod } from './source.ts'

export interface Labelled<T> {
  readonly value: T
  readonly query: string
}

export class LabelledSource {
  readonly #source: InvestigationSource
  readonly #asked: AskedQuery[] = []
  #next = 1

  constructor(source: InvestigationSource) {
    this.#source = source
  }

  get asked(): readonly AskedQuery[] {
    return this.#asked.toSorted((a, b) => Number(a.label.slice(1)) - Number(b.label.slice(1)))
  }

  coverage(window: Parameters<InvestigationSource['coverage']>[0]) {
    return this.#ask('coverage', range(window.fromMs, window.toMs), this.#source.coverage(window))
  }

  logActivity(grid: Parameters<InvestigationSource['logActivity']>[0]) {
    return this.#ask('logActivity', range(grid.startMs, gridEndMs(grid)), this.#source.logActivity(grid))
  }

  traceActivity(grid: Parameters<InvestigationSource['traceActivity']>[0]) {
    return this.#ask('traceActivity', range(grid.startMs, gridEndMs(grid)), this.#source.traceActivity(grid))
  }

  metricActivity(grid: Parameters<InvestigationSource['metricActivity']>[0]) {
    return this.#ask('metricActivity', range(grid.startMs, gridEndMs(grid)), this.#source.metricActivity(grid))
  }

  changeEvents(...[window, limit]: Parameters<InvestigationSource['changeEvents']>) {
    const subject = `deployments and other changes ${range(window.fromMs, window.toMs)}`
    return this.#ask('changeEvents', subject, this.#source.changeEvents(window, limit))
  }

  cohorts(...[window, selector]: Parameters<InvestigationSource['cohorts']>) {
    const subject = `${describe(selector)} ${range(window.fromMs, window.toMs)}`
    return this.#ask('cohorts', subject, this.#source.cohorts(window, selector))
  }

  examples(...[window, selector, limit]: Parameters<InvestigationSource['examples']>) {
    const subject = `${describe(selector)} ${range(window.fromMs, window.toMs)}`
    return this.#ask('examples', subject, this.#source.examples(window, selector, limit))
  }

  async #ask<T>(method: SourceMethod, subject: string, answer: Promise<SourceAnswer<T>>): Promise<Labelled<T>> {
    const label = `q${this.#next++}`
    const { value, recordsScanned, partial } = await answer
    this.#asked.push({ label, method, subject, recordsScanned, partial })
    return { value, query: label }
  }
}

function range(fromMs: number, toMs: number): string {
  return `${new Date(fromMs).toISOString()} .. ${new Date(toMs).toISOString()}`
}

function describe(selector: CohortSelector): string {
  if (selector.kind === 'log_shapes') return `log lines of ${selector.service}`
  const operation = selector.operation === null ? '' : ` ${selector.operation}`
  return `${selector.kind === 'span_errors' ? 'failed' : 'slow'} spans of ${selector.service}${operation}`
}
