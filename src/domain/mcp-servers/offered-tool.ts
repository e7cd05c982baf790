/**
 * A tool of a connected server as it may be shown to models and people. Its name, description and schema were written
 * by the server, so they are data: bounded, one line, without hidden characters, and left out where they read like
 * instructions.
 */

import { stableJson } from '../../agent/embedded/plan-state.ts'
import { suspicionOf } from '../../agent/guard/instruction-like.ts'
import type { McpTool } from '../../connectors/mcp/session.ts'
import type { McpInputSchema } from '../../contracts/mcp-servers.ts'
import { sha256Hex } from '../../oncall/signatures/hmac.ts'

const NAME = /^[A-Za-z0-9][A-Za-z0-9_./-]{0,127}$/
const DESCRIPTION_CHARS_MAX = 500
const NOTE_CHARS_MAX = 160
const SCHEMA_BYTES_MAX = 2_048
const DEPTH_MAX = 4
const PROPERTIES_MAX = 30
const ENUM_MAX = 30

export interface OfferedTool {
  readonly description: string
  readonly inputSchema: McpInputSchema
  /** Whether some of its texts read like instructions; they are left out. */
  readonly isSuspicious: boolean
}

/** Changes when anything changes that a person or a model could judge the tool by. SHA-256 in hex. */
export function fingerprintOf({ name, title, description, inputSchema, outputSchema, annotations }: McpTool): string {
  return sha256Hex(stableJson({ name, title, description, inputSchema, outputSchema, annotations }))
}

export type ReadOnlyClaim = 'reads' | 'unknown' | 'writes'

/** What a server says about its tool. It is a claim: who allows the tool decides whether to believe it. */
export function claimOf({ annotations }: McpTool): ReadOnlyClaim {
  if (annotations?.readOnlyHint === true && annotations.destructiveHint !== true) return 'reads'
  return annotations?.readOnlyHint === undefined && annotations?.destructiveHint !== true ? 'unknown' : 'writes'
}

/** Whether a name can be told to a model: a word, and no sentence in disguise. */
export const isOfferableName = (name: string): boolean => NAME.test(name) && suspicionOf(name) === null

/** Returns what models are told about a tool. */
export function offeredTool(tool: McpTool): OfferedTool {
  const texts = new Texts()
  const description = texts.kept(tool.description ?? tool.title ?? '', DESCRIPTION_CHARS_MAX)
  const full = objectSchema(tool.inputSchema, 0, texts)
  const inputSchema = byteLength(full) <= SCHEMA_BYTES_MAX ? full : withoutNotes(full)
  return { description, inputSchema, isSuspicious: texts.isSuspicious }
}

/** Keeps texts that are harmless, and remembers whether one was not. */
class Texts {
  #isSuspicious = false

  kept(text: string, charsMax: number): string {
    if (suspicionOf(text) !== null) {
      this.#isSuspicious = true
      return ''
    }
    return oneLine(text, charsMax)
  }

  get isSuspicious(): boolean {
    return this.#isSuspicious
  }
}

/** One line without characters that are not shown as themselves. */
export function oneLine(text: string, charsMax: number): string {
  const line = text
    .slice(0, charsMax * 4)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}\p{Cs}\u{e0000}-\u{e007f}]/gu, '')
    .trim()
  const points = [...line]
  return points.length <= charsMax ? line : `${points.slice(0, charsMax - 1).join('')}\u2026`
}

const byteLength = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Only keywords that say which values fit are taken over; references and patterns are not followed or run. */
function objectSchema(schema: unknown, depth: number, texts: Texts): McpInputSchema {
  const given = isObject(schema) ? schema : {}
  const all = isObject(given['properties']) ? Object.entries(given['properties']) : []
  const required = Array.isArray(given['required']) ? given['required'] : []
  // What must be given comes first, so that a bound never cuts it off.
  const ordered = [...all].sort(([a], [b]) => Number(required.includes(b)) - Number(required.includes(a)))
  const kept = ordered.filter(([name]) => isOfferableName(name) && name !== '__proto__').slice(0, PROPERTIES_MAX)
  const names = new Set(kept.map(([name]) => name))
  return {
    type: 'object',
    properties: Object.fromEntries(kept.map(([name, value]) => [name, valueSchema(value, depth + 1, texts)])),
    required: required.filter((name): name is string => typeof name === 'string' && names.has(name)),
  }
}

const TYPES: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])
const NUMBERS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const

function valueSchema(schema: unknown, depth: number, texts: Texts): Json {
  if (!isObject(schema) || depth > DEPTH_MAX) return {}
  const types = [schema['type']].flat().filter((type) => TYPES.has(type))
  const note = typeof schema['description'] === 'string' ? texts.kept(schema['description'], NOTE_CHARS_MAX) : ''
  const choices = Array.isArray(schema['enum']) ? schema['enum'].slice(0, ENUM_MAX).filter(isHarmlessChoice) : []
  return {
    ...(types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }),
    ...(note === '' ? {} : { description: note }),
    ...(choices.length === 0 ? {} : { enum: choices }),
    ...Object.fromEntries(NUMBERS.flatMap((name) => (Number.isFinite(schema[name]) ? [[name, schema[name]]] : []))),
    ...(isObject(schema['properties']) ? objectSchema(schema, depth, texts) : {}),
    ...(schema['items'] === undefined ? {} : { items: valueSchema(schema['items'], depth + 1, texts) }),
  }
}

const isHarmlessChoice = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= 80 && oneLine(value, 80) === value && suspicionOf(value) === null
    : typeof value === 'number' || typeof value === 'boolean'

/** The names alone, where a schema is too large for a list that models read in every step. */
function withoutNotes({ properties = {}, required = [] }: McpInputSchema): McpInputSchema {
  const names = Object.entries(properties).map(([name, value]) => [
    name,
    isObject(value) && value['type'] !== undefined ? { type: value['type'] } : {},
  ])
  return { type: 'object', properties: Object.fromEntries(names), required }
}
