export interface SuiteOptions {
  readonly commandOf?: (script: string, args: string[]) => string[]
  readonly silenceMs?: number
}

export function runSuite(script: string, options?: SuiteOptions): Promise<{ passed: number; failed: number }>
