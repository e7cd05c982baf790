/**
 * The one file of fitted parameters, with the record of the fit and what was fitted without each system. Values are
 * listed by path; a parameter without an entry has its start value in src/agent/investigator/parameters.ts.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import {
  DEFAULT_PARAMETERS,
  type InvestigatorParameters,
  START_PARAMETERS,
} from '../../../src/agent/investigator/parameters.ts'
import { type Values, withValues } from './parameter-tree.ts'

export const FITTED_FILE = 'src/agent/investigator/fitted-parameters.json'

const values = z.record(z.string(), z.number())
const fitted = z.object({
  /** What the product uses: fitted on all systems. */
  values,
  record: z.object({
    /** By part of the fit the loss of each system (criterion.ts): at the start values, fitted on all, fitted without it. */
    losses: z.record(
      z.string(),
      z.record(z.string(), z.object({ start: z.number(), fitted: z.number(), leftOut: z.number() })),
    ),
    /** Questions asked per system. */
    questions: z.record(z.string(), z.number()),
    free: z.array(z.string()),
    rounds: z.number(),
    factor: z.number(),
    /** Which code took the looks: `codeOfLooks` of looks-cache.ts. */
    looks: z.string(),
  }),
  /** What the protocol reports each system with. */
  without: z.record(z.string(), values),
})
export type Fitted = z.infer<typeof fitted>

/** Null where there is no such file; before the first fit it is empty. @throws Error when the file is not as written by the fit. */
export function readFitted(path = FITTED_FILE): Fitted | null {
  return existsSync(path) ? fitted.parse(JSON.parse(readFileSync(path, 'utf8'))) : null
}

export function writeFitted(record: Fitted, path = FITTED_FILE): void {
  writeFileSync(path, `${JSON.stringify(record, null, 2)}\n`)
}

/** The parameters a system is reported with; a system no fit has seen is reported with what the product uses. */
export function parametersFor(system: string, record: Fitted | null): InvestigatorParameters {
  const own = record?.without[system]
  return own === undefined ? DEFAULT_PARAMETERS : withValues(START_PARAMETERS, new Map(Object.entries(own)))
}

export function plain(from: Values): Record<string, number> {
  return Object.fromEntries(from)
}
