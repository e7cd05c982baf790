/** How every command is declared: options of commander in, an exit code out. */
import type { Command } from 'commander'
import { EXIT, type ExitCode } from '../exit-codes.ts'
import { type GlobalOptions, Session, type Streams } from '../session.ts'

export interface Registrar {
  readonly program: Command
  /** Wraps a command's work as an action of commander. */
  readonly run: <Options>(
    work: (session: Session, options: Options, args: readonly string[]) => Promise<ExitCode | undefined>,
  ) => (...given: unknown[]) => Promise<void>
}

export function registrarOf(program: Command, streams: Streams, ended: (code: ExitCode) => void): Registrar {
  return {
    program,
    run:
      (work) =>
      async (...given) => {
        // Commander passes the arguments, then the options, then the command.
        const command = given.at(-1) as Command
        const args = given.slice(0, -2).flatMap((one) => (Array.isArray(one) ? one : [one]))
        const options = command.optsWithGlobals()
        const session = new Session(streams, options as GlobalOptions)
        // The options are those that the command declares.
        ended(
          (await work(
            session,
            options as never,
            args.filter((one) => typeof one === 'string'),
          )) ?? EXIT.ok,
        )
      },
  }
}

/** An option's value as a whole number. */
export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1) throw new TypeError(`"${text}" is not a whole number above 0.`)
  return value
}
