/** Shorthand for the lines of the shop. */
import type { LineTemplate } from './model.ts'

export const info = (text: string, logger = 'app'): LineTemplate => ({ severity: 'INFO', text, logger })
export const debug = (text: string, logger = 'app'): LineTemplate => ({ severity: 'DEBUG', text, logger })
export const warn = (text: string, logger = 'app'): LineTemplate => ({ severity: 'WARN', text, logger })
export const error = (text: string, logger = 'app'): LineTemplate => ({ severity: 'ERROR', text, logger })
export const every = (seconds: number, line: LineTemplate) => ({ ...line, everyMs: seconds * 1000 })
export const sometimes = (probability: number, line: LineTemplate) => ({ ...line, probability })
