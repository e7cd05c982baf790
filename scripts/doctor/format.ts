/** What the doctor knows of a sender: how it delivers, what it asks first, what it reads of the answers. */

/** What tells one delivery from another: a word that is found again in the stored record, and its time. */
export interface Mark {
  readonly word: string
  readonly atMs: number
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** null where the answer is what the sender wants, otherwise what is wrong with it. */
export type Expectation = (answer: Answer) => string | null

export interface Probe {
  readonly name: string
  readonly method: 'GET' | 'HEAD' | 'POST'
  /** `delivery`: where logs go. `base`: the endpoint as given, before the client's own path. `origin`: the host. */
  readonly at: 'delivery' | 'base' | 'origin'
  /** Added to that, with its query. */
  readonly path?: string
  readonly body?: string
  readonly expect: Expectation
}

export interface DoctorFormat {
  readonly id: string
  /** What clients add to the configured URL; '' where it is used as it is. */
  readonly append: string
  readonly contentType: string
  readonly headers?: (mark: Mark) => Readonly<Record<string, string>>
  readonly body: (mark: Mark) => string
  readonly success: Expectation
  readonly probes: readonly Probe[]
  /** A body that cannot be read, and what the sender must be told. */
  readonly malformed?: { readonly body: string; readonly expect: Expectation }
}

export const status =
  (...wanted: readonly number[]): Expectation =>
  (answer) =>
    wanted.includes(answer.status)
      ? null
      : `answered ${answer.status} instead of ${wanted.join(' or ')}: ${answer.text.slice(0, 120)}`

/** All of them, in order; the first complaint. */
export const every =
  (...expectations: readonly Expectation[]): Expectation =>
  (answer) => {
    for (const expectation of expectations) {
      const complaint = expectation(answer)
      if (complaint !== null) return complaint
    }
    return null
  }

/** A value in a JSON answer, by its keys. */
export const json =
  (keys: readonly (string | number)[], fits: (value: unknown) => boolean): Expectation =>
  (answer) => {
    let value: unknown
    try {
      value = JSON.parse(answer.text)
    } catch {
      return `the answer is not JSON: ${answer.text.slice(0, 120)}`
    }
    for (const key of keys) {
      // Reading a missing key of any object gives undefined, which no expectation takes.
      value = typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[key] : undefined
    }
    return fits(value) ? null : `${keys.join('.')} is ${JSON.stringify(value)}`
  }

export const header =
  (name: string, wanted: string): Expectation =>
  ({ headers }) =>
    headers.get(name) === wanted ? null : `the header ${name} is ${headers.get(name) ?? 'missing'}, not ${wanted}`
