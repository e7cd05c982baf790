/**
 * V8 throws compiled code away when a collection finds no object left of a layout the code was compiled for. Between two
 * requests there is no reader, writer or collector alive, so that each full collection would send the whole intake back
 * to the interpreter. One object of each such class is kept for as long as the isolate lives.
 */
const kept: unknown[] = []

/** Keeps an object that is as those in use are: made by the same constructor, its fields of the same types. */
export function keepCompiled(example: unknown): void {
  kept.push(example)
}
