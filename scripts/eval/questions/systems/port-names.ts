/** What moves through the container terminal: vessels, carriers, hauliers, boxes, lanes, cranes, blocks. */
import type { Random } from '../../../demo/random.ts'

export const CARRIERS = ['NORDL', 'NORDL', 'NORDL', 'BLUEW', 'BLUEW', 'PACIF', 'ATLAN']
/** Two of them are called like a gate and a hold. */
export const VESSELS = ['Ever Patient', 'Ever Patient', 'Baltic Gate', 'Nordic Hold', 'Maria Sund']
export const CALLS: Readonly<Record<string, string>> = {
  ...{ 'Ever Patient': 'VC-2291', 'Baltic Gate': 'VC-2294', 'Nordic Hold': 'VC-2295', 'Maria Sund': 'VC-2299' },
}
export const BOXES = ['40HC', '40HC', '40HC', '20DV', '20DV', '40RF']
export const MOVES = ['import', 'import', 'export', 'export', 'export', 'empty', 'empty']
export const LANES = ['G1', 'G2', 'G2', 'G3', 'G3', 'G3', 'G4', 'G5']
export const QUAY_CRANES = ['QC-1', 'QC-2', 'QC-2', 'QC-3', 'QC-4']
export const YARD_CRANES = ['RTG-01', 'RTG-02', 'RTG-03', 'RTG-04', 'RTG-05', 'RTG-06', 'RTG-07', 'RTG-08']
export const BLOCKS = ['A', 'B', 'B', 'C', 'D', 'E']
export const OFFICES = ['DE004851', 'DE004851', 'DE004852', 'DE004600']
const OWNERS = ['NRDU', 'BLWU', 'PCFU', 'ATLU', 'TRKU']

/** A box and what is to happen with it. */
export interface Box {
  readonly container: string
  readonly type: string
  readonly carrier: string
  readonly move: string
}

export function boxOf(random: Random): Box {
  return {
    container: `${random.pick(OWNERS)}${random.integer(2_000_000, 7_999_999)}`,
    type: random.pick(BOXES),
    carrier: random.pick(CARRIERS),
    move: random.pick(MOVES),
  }
}

/** Block, bay, row and tier of the yard. */
export function slotOf(random: Random): string {
  return `${random.pick(BLOCKS)}-${random.integer(1, 32)}-${random.integer(1, 6)}-${random.integer(1, 5)}`
}
