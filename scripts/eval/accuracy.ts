/** Grouping accuracy and F1 of template accuracy of a log parser (Khan et al., ICSE 2022; Zhu et al., ICSE-SEIP 2019). */

export interface ParsedLine {
  readonly predictedGroup: string
  readonly predictedTemplate: string
  readonly trueGroup: string
  readonly trueTemplate: string
}

export interface Accuracy {
  /** Share of lines whose predicted group holds exactly the lines of their true event. */
  readonly grouping: number
  /** Harmonic mean of precision and recall over templates; a template is right when group and text are. */
  readonly templates: number
}

/** One blank for blanks, one `<*>` for variables that touch or are parted by one of `.:,/_#|-` without blanks. */
export function normaliseTemplate(template: string): string {
  return template
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/<\*>(?:[.:,/_#|-]?<\*>)+/g, '<*>')
}

export function accuracyOf(lines: readonly ParsedLine[]): Accuracy {
  const predicted = groupBy(lines, (line) => line.predictedGroup)
  const truth = groupBy(lines, (line) => line.trueGroup)
  let rightLines = 0
  let rightTemplates = 0
  for (const indexes of predicted.values()) {
    const first = lines[indexes[0] ?? 0]
    if (first === undefined) continue
    const isPure = indexes.every((index) => lines[index]?.trueGroup === first.trueGroup)
    if (!isPure || truth.get(first.trueGroup)?.length !== indexes.length) continue
    rightLines += indexes.length
    if (normaliseTemplate(first.predictedTemplate) === normaliseTemplate(first.trueTemplate)) rightTemplates++
  }
  const precision = rightTemplates / predicted.size
  const recall = rightTemplates / truth.size
  return {
    grouping: rightLines / lines.length,
    templates: rightTemplates === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  }
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  items.forEach((item, index) => {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [index])
    else group.push(index)
  })
  return groups
}
