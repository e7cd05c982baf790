/** The command line of `npm run eval:investigator`. */
import { parseArgs } from 'node:util'
import type { Moves } from '../fit/robustness.ts'
import { ALL_SIGNALS, type SignalName } from '../incident-cases.ts'

export const USAGE = `npm run eval:investigator -- [options] [FOLDER…]

Scores the investigator in memory over folders of labelled incidents and of windows without a fault. Without folders:
every incidents* and quiet-* folder of ../shared.

  --quick            one pair of rows per set: all signals, stated 5 minutes late and not stated
  --only SET         sets whose name contains this
  --case ID          episodes whose id contains this
  --signals LIST     only these signals, for example spans,metrics
  --late LIST        stated times this many minutes late, and none: for example none,0,15
  --held             the generated systems that nobody looks at, instead of those one may
  --thinned N        instead of all sets: N thinned draws of each recorded case (with --held the draws nobody looks at)
  --from N           the number of the first thinned draw (default 1)
  --jobs N           processes side by side (default 1)
  --json FILE        every answer, one JSON object a line
  --reliability FILE the reliability diagram as SVG
  --perturb 25%      instead of the table: all constants moved at random by up to this, and what the figures do
  --draws N          how often --perturb does so (default 8)
  --match REGEX      only parameters whose path matches move (default: all)
  --explain N        the first N candidates of every question
  --no-derived       leave out cases made from the windows without a fault, and generated systems
  --no-cache         compute everything anew; then the times are those of the analysis
`

export interface Options {
  readonly folders: readonly string[]
  readonly isQuick: boolean
  readonly only: string
  readonly caseId: string
  /** Null: every subset of what a set has. */
  readonly signals: readonly SignalName[] | null
  /** How late times are stated; null in it: none is stated. Null: as the protocol says. */
  readonly late: readonly (number | null)[] | null
  readonly isHeld: boolean
  /** How many thinned draws of each recorded case are asked about, instead of all sets. 0: none. */
  readonly thinned: number
  /** Number of the first draw, from 1. */
  readonly thinnedFrom: number
  readonly jobs: number
  readonly jsonFile: string | null
  readonly reliabilityFile: string | null
  readonly explain: number
  /** Null: no perturbation. */
  readonly perturb: Moves | null
  readonly hasDerived: boolean
  readonly hasCache: boolean
  /** Of this process among `jobs`: it takes every `jobs`-th episode. Null: it is the one that was started by hand. */
  readonly shard: number | null
}

/** @throws Error with a sentence for the person at the terminal. */
export function optionsOf(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    allowNegative: true,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      case: { type: 'string', default: '' },
      signals: { type: 'string' },
      late: { type: 'string' },
      held: { type: 'boolean', default: false },
      thinned: { type: 'string', default: '0' },
      from: { type: 'string', default: '1' },
      jobs: { type: 'string', default: '1' },
      json: { type: 'string' },
      reliability: { type: 'string' },
      perturb: { type: 'string' },
      draws: { type: 'string', default: '8' },
      match: { type: 'string', default: '' },
      explain: { type: 'string', default: '0' },
      derived: { type: 'boolean', default: true },
      cache: { type: 'boolean', default: true },
      shard: { type: 'string' },
    },
  })
  return {
    folders: positionals,
    isQuick: values.quick,
    only: values.only,
    caseId: values.case,
    signals: values.signals === undefined ? null : signalList(values.signals),
    late: values.late === undefined ? null : values.late.split(',').map(lateness),
    isHeld: values.held,
    thinned: wholeNumber('--thinned', values.thinned, 0),
    thinnedFrom: wholeNumber('--from', values.from, 1),
    jobs: wholeNumber('--jobs', values.jobs, 1),
    jsonFile: values.json ?? null,
    reliabilityFile: values.reliability ?? null,
    explain: wholeNumber('--explain', values.explain, 0),
    perturb:
      values.perturb === undefined
        ? null
        : {
            share: shareOf(values.perturb),
            draws: wholeNumber('--draws', values.draws, 1),
            match: new RegExp(values.match),
          },
    hasDerived: values.derived,
    hasCache: values.cache,
    shard: values.shard === undefined ? null : wholeNumber('--shard', values.shard, 0),
  }
}

export function wholeNumber(option: string, text: string, min: number): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < min)
    throw new Error(`${option} takes a whole number from ${min}, not "${text}".`)
  return value
}

function lateness(text: string): number | null {
  return text === 'none' ? null : wholeNumber('--late', text, 0)
}

function shareOf(text: string): number {
  const share = Number(text.replace(/%$/, '')) / 100
  if (!(share > 0 && share < 1)) throw new Error(`--perturb takes a share like 25%, not "${text}".`)
  return share
}

export function signalList(text: string): SignalName[] {
  const names = text.split(',')
  const unknown = names.filter((name) => !ALL_SIGNALS.some((signal) => signal === name))
  if (unknown.length > 0)
    throw new Error(`--signals takes a list of ${ALL_SIGNALS.join(', ')}; not known: ${unknown.join(', ')}.`)
  return ALL_SIGNALS.filter((signal) => names.includes(signal))
}
