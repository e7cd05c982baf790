/**
 * The words questions are made of, by what they say (vocabulary/english/*.ts). A phrase is matched word by word; a word
 * matches in its singular and plural. Longer phrases win over shorter ones. Words in no list and of no data of the
 * project are conditions.
 */
import { COUNTED } from './english/counted.ts'
import { PROJECT } from './english/project.ts'
import { SHAPE } from './english/shape.ts'
import { STATE } from './english/state.ts'
import { TROUBLE } from './english/trouble.ts'

export const ENGLISH = { ...TROUBLE, ...STATE, ...PROJECT, ...COUNTED, ...SHAPE } as const

export type Tag = keyof typeof ENGLISH
