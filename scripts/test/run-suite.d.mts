export interface SuiteOptions {
  readonly commandOf?: (script: string, args: string[]) => string[]
  readonly silenceMs?: number
  /** What the suite prints is printed when it has ended, for a suite that runs beside another. */
  readonly isHeld?: boolean
}

export function runSuite(script: string, options?: SuiteOptions): Promise<{ passed: number; failed: number }>
