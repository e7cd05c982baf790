/** Senders that come without types: only what the tests call of them. */
declare module 'datadog-winston' {
  import TransportStream from 'winston-transport'
  export default class DatadogWinston extends TransportStream {
    /** Where it posts to; Datadog's own host unless changed. */
    api: string
    constructor(options: { apiKey: string; hostname?: string; service?: string; ddsource?: string; ddtags?: string })
  }
}

declare module 'splunk-logging' {
  export interface Event {
    readonly message: unknown
    readonly severity?: string
    readonly metadata?: { readonly host?: string; readonly source?: string; readonly sourcetype?: string }
  }
  export class Logger {
    eventFormatter: (message: unknown, severity: string) => object
    constructor(config: { token: string; url: string; maxBatchCount?: number; maxRetries?: number })
    send(event: Event): void
    flush(done: (error: Error | null, response: unknown, body: { readonly code: number }) => void): void
  }
}
