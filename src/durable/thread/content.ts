/**
 * Builds a run's assistant message from its steps. While the run is in progress only the steps are stored, so a message
 * cannot disagree with its steps and no block is written twice.
 */
import type { ContentBlock } from '../../contracts/content-block.ts'
import type { ModelStepRecord, RunRecord, StepRecord, TextPart, ToolStepRecord } from './records.ts'

export interface Content {
  readonly blocks: ContentBlock[]
  /** Chunk ends within each text and reasoning block, in the order of those blocks; missing is one chunk. */
  readonly marks: readonly (readonly number[])[]
  /** True while the last block may still grow. */
  readonly isOpen: boolean
}

/** Content of a run from its steps; `isOver` closes what was in progress (a stopped tool call is `unknown`). */
export function contentOf(run: Pick<RunRecord, 'summary'>, steps: readonly StepRecord[], isOver: boolean): Content {
  const blocks: ContentBlock[] = []
  const marks: (readonly number[])[] = []
  let isOpen = false
  if (run.summary !== undefined) blocks.push({ type: 'summary', summary: run.summary })
  for (const step of steps) {
    const isStepOpen = step.result === undefined && !isOver
    if (step.kind === 'tool') blocks.push(...toolBlocks(step, isOver))
    else addModelBlocks(step, isStepOpen, blocks, marks)
    isOpen = isStepOpen
  }
  return { blocks, marks, isOpen }
}

function addModelBlocks(
  step: ModelStepRecord,
  isStepOpen: boolean,
  blocks: ContentBlock[],
  marks: (readonly number[])[],
): void {
  const texts = textPartsOf(step)
  for (const [index, part] of texts.entries()) {
    marks.push(step.marks[index] ?? [])
    const isGrowing = isStepOpen && index === texts.length - 1
    if (part.type === 'text') blocks.push({ type: 'message', message: part.text })
    else blocks.push({ type: 'reasoning', reasoning: part.text, status: isGrowing ? 'in_progress' : 'complete' })
  }
}

/** The text and reasoning of a model call, final or as far as it was streamed. */
export function textPartsOf(step: ModelStepRecord): readonly TextPart[] {
  if (step.result === undefined) return step.draft
  return step.result.parts.filter((part) => part.type !== 'tool_call')
}

function toolBlocks(step: ToolStepRecord, isOver: boolean): ContentBlock[] {
  const { toolCallId, name, params } = step.call
  const { result } = step
  if (result === undefined) {
    return [{ type: 'tool_call', name, params, status: isOver ? 'unknown' : 'in_progress', toolCallId }]
  }
  const { status, durationMs } = result
  return [
    { type: 'tool_call', name, params, result: result.result, status, toolCallId, durationMs },
    ...result.artifacts.map(
      (artifact): ContentBlock => ({
        type: 'artifact',
        name: artifact.name,
        data: artifact.data,
        toolCallId,
      }),
    ),
  ]
}

/**
 * The answer's text: what was said after the last tool call. If nothing was, or the run was cut short, it is everything
 * that was said. Null for nothing. Pass the blocks without the one that states why a run ended early.
 */
export function responseText(blocks: readonly ContentBlock[], isCompleted: boolean): string | null {
  const lastTool = blocks.findLastIndex((block) => block.type === 'tool_call' || block.type === 'artifact')
  const said = isCompleted ? textsOf(blocks.slice(lastTool + 1)) : []
  const texts = said.length > 0 ? said : textsOf(blocks)
  return texts.length === 0 ? null : texts.join('\n\n')
}

function textsOf(blocks: readonly ContentBlock[]): string[] {
  return blocks.flatMap((block) => (block.type === 'message' && block.message !== '' ? [block.message] : []))
}
