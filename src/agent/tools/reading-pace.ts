/**
 * The first readings of an isolate compile the expressions of the reader, each of which takes a tenth of a second: others
 * are let in between their steps. Later ones take a few milliseconds.
 */
import { NewCode, WorkPace } from '../../work-pace.ts'

/** Units of one reading by its words, in code that is compiled. */
const READING_UNITS = 2_500
const READING_CODE = new NewCode()

/** Gives way where the reader is new to the isolate. */
export async function betweenReadings(): Promise<void> {
  await new WorkPace().spend(READING_CODE.units(READING_UNITS))
}
