/**
 * Size limits of stored values. A value that was cut says so: a tool result becomes an object with the start of its
 * JSON, and a text ends with a note.
 */
import type { Artifact, ModelPart, ModelStepResult, ToolStepResult } from '../../agent/contract.ts'
import { TOOL_RESULT_BYTES_MAX } from './limits.ts'

const encoder = new TextEncoder()
const CUT_NOTE = '\n\n[Cut here: the message reached its size limit.]'
/** Leaves room for the fields around the preview and for JSON escapes in it. */
const PREVIEW_SHARE = 0.5

/** Returns the size of a value as JSON, in bytes. */
export function jsonBytes(value: unknown): number {
  const json = JSON.stringify(value)
  if (json === undefined) return 0
  // One UTF-16 unit takes at most three bytes in UTF-8, so a short value is known to be small without encoding it.
  return json.length * 3 <= 4_096 ? json.length : encoder.encode(json).byteLength
}

/** Returns the value. If its JSON exceeds `bytesMax`, returns the start of the JSON, marked as cut. */
export function cutValue(value: unknown, bytesMax: number): unknown {
  const json = JSON.stringify(value)
  if (json === undefined) return null
  if (json.length * 3 <= bytesMax) return value
  const bytes = encoder.encode(json)
  if (bytes.byteLength <= bytesMax) return value
  const previewBytes = Math.max(0, Math.floor(bytesMax * PREVIEW_SHARE) - 128)
  return { isCut: true, totalBytes: bytes.byteLength, preview: textWithin(json, previewBytes) }
}

/** Returns the longest start of a text that fits into `bytesMax` of UTF-8 without splitting a character. */
export function textWithin(text: string, bytesMax: number): string {
  if (text.length * 3 <= bytesMax) return text
  const { read } = encoder.encodeInto(text, new Uint8Array(Math.max(0, bytesMax)))
  return text.slice(0, read)
}

/**
 * Cuts a text without turning code into prose. The answer filter writes a code span on one line and the fence of a code
 * block at the start of a line. So a line that was cut in half ends before its first backtick, and an open code block
 * is closed.
 */
function cutText(text: string, bytesMax: number): string {
  const kept = textWithin(text, bytesMax)
  if (kept.length === text.length) return text
  const lineStart = kept.lastIndexOf('\n') + 1
  const fences = kept.slice(0, lineStart).match(/^(?:`{3,}|~{3,})/gm) ?? []
  const open = fences.length % 2 === 1 ? `\n${fences.at(-1)}` : ''
  const tick = open === '' ? kept.indexOf('`', lineStart) : -1
  return `${tick === -1 ? kept : kept.slice(0, tick)}${open}${CUT_NOTE}`
}

/** Limits a tool's outcome to the maximum size of one result and to the room left in its message. */
export function boundToolResult(result: ToolStepResult, roomBytes: number): ToolStepResult {
  const bounded = cutValue(result.result, Math.max(1_024, Math.min(TOOL_RESULT_BYTES_MAX, roomBytes)))
  let left = roomBytes - jsonBytes(bounded)
  const artifacts: Artifact[] = []
  for (const artifact of result.artifacts) {
    const bytes = jsonBytes(artifact.data) + 128
    if (bytes > left) continue
    left -= bytes
    artifacts.push(artifact)
  }
  return { ...result, result: bounded, artifacts }
}

/** Limits a model's outcome to the room left in its message: shortens texts and replaces parameters by a cut value. */
export function boundModelResult(result: ModelStepResult, roomBytes: number): ModelStepResult {
  let left = roomBytes
  const parts: ModelPart[] = []
  for (const part of result.parts) {
    if (part.type === 'tool_call') {
      const params = cutValue(part.params ?? {}, TOOL_RESULT_BYTES_MAX)
      left -= jsonBytes(params)
      parts.push({ ...part, params })
      continue
    }
    if (part.text === '') continue
    const text = cutText(part.text, Math.max(0, left))
    left -= jsonBytes(text)
    parts.push({ ...part, text })
  }
  return { ...result, parts }
}
