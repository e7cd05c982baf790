/** Colours that are readable on light and on dark: a command cannot know which one its terminal is. */

export interface Terminal {
  readonly width: number
  readonly isColored: boolean
}

export type Tone = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'alarm'

/**
 * Of the 256 colours, which have fixed values. The first eight are the terminal's own, and many palettes have a yellow
 * that cannot be read on white and a blue that cannot be read on black.
 */
export const PALETTE = { red: 160, green: 28, yellow: 130, blue: 27, magenta: 163, cyan: 30 } as const

const CODES: Readonly<Record<Tone, string>> = {
  bold: '1',
  dim: '2',
  red: `38;5;${PALETTE.red}`,
  green: `38;5;${PALETTE.green}`,
  yellow: `38;5;${PALETTE.yellow}`,
  blue: `38;5;${PALETTE.blue}`,
  magenta: `38;5;${PALETTE.magenta}`,
  cyan: `38;5;${PALETTE.cyan}`,
  alarm: `1;38;5;${PALETTE.red}`,
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
