import * as t from '../truths.ts'

export { each, meanOfHistogram } from '../measures.ts'

export const front = t.of('ApiFront')
export const router = t.of('ModelRouter')
export const scheduler = t.of('BatchScheduler')
export const worker = t.of('GpuWorker')
export const cache = t.of('PromptCache')

export const completions = t.all(front, t.named('POST /v1/completions'))
export const embeddings = t.all(front, t.named('POST /v1/embeddings'))
export const generate = t.all(worker, t.named('Generate'))
export const status = (...codes: number[]) => t.has('http.status_code', ...codes)
export const refused = t.all(front, status(503))
export const limited = t.all(front, status(429))
export const tenant = (...names: string[]) => t.has('tenant.name', ...names)
export const zone = (...names: string[]) => t.has('zone', ...names)
export const model = (...names: string[]) => t.has('gen_ai.request.model', ...names)
export const rejected = t.says(/^prompt of \d+ tokens exceeds max_batch_tokens/)
export const usage = t.says(/^usage recorded /)
export const TENANTS = ['orbital', 'kestrel', 'moss', 'fjord']
export const ZONES = ['eu-1', 'us-2', 'ap-3']
export const MODELS = ['cirrus-7b', 'cirrus-70b']

/** Prompts whose number of tokens is in a range. */
export const promptOf =
  (atLeast: number, below = Number.POSITIVE_INFINITY): t.Where =>
  (row) => {
    const tokens = Number(row.attributes['gen_ai.usage.input_tokens'])
    return tokens >= atLeast && tokens < below
  }
