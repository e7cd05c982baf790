/** Colours of the terminal's own palette, so that they are readable on light and on dark. */

export interface Terminal {
  readonly width: number
  readonly isColored: boolean
}

export type Tone = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'alarm'

/** Never white or black: one of them is the background. */
const CODES: Readonly<Record<Tone, string>> = {
  bold: '1',
  dim: '2',
  red: '31',
  green: '32',
  yellow: '33',
  blue: '34',
  magenta: '35',
  cyan: '36',
  alarm: '1;31',
}

export function paint(terminal: Terminal, tone: Tone | null, text: string): string {
  return terminal.isColored && tone !== null && text !== '' ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text
}

/** https://no-color.org: any value that is not empty. */
export function usesColor(env: Readonly<Record<string, string | undefined>>, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false
  if (env['FORCE_COLOR'] && env['FORCE_COLOR'] !== '0') return true
  return isTerminal && env['TERM'] !== 'dumb'
}

/** The tone of a severity of logs, alerts and incidents, and of states. */
export function toneOf(word: string): Tone | null {
  switch (word.toLowerCase()) {
    case 'fatal':
    case 'critical':
      return 'alarm'
    case 'error':
    case 'failed':
    case 'firing':
    case 'open':
    case 'rolled_back':
      return 'red'
    case 'warn':
    case 'warning':
    case 'pending':
    case 'no_data':
    case 'provisioning':
      return 'yellow'
    case 'ok':
    case 'active':
    case 'resolved':
    case 'succeeded':
      return 'green'
    case 'trace':
    case 'debug':
    case 'paused':
      return 'dim'
    default:
      return null
  }
}
