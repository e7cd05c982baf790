/** What people are told of a sender: where its deliveries go, how it is set up, and whether it can sign. */

export interface SenderTarget {
  readonly label: string
  /** A sender that can set a header keeps the key out of its address, which every hop on its way may log. */
  readonly keyIn: 'header' | 'url'
  /** `{key}` stands for the key. */
  readonly description: string
}

export interface SenderGuide {
  readonly name: string
  /** The preferred one first. */
  readonly targets: readonly SenderTarget[]
  /** How it signs where the key has a signing secret; null: it cannot. */
  readonly signature: string | null
  /** Markdown that a person can follow alone; `{url}` and `{key}` are what the endpoint card shows. */
  readonly setup: string
}

export const BEARER = 'Header `Authorization: Bearer {key}`.'

export const inHeader = (label: string, description: string = BEARER): SenderTarget => ({
  label,
  keyIn: 'header',
  description,
})
export const inUrl = (label: string, description = 'The key is in the URL.'): SenderTarget => ({
  label,
  keyIn: 'url',
  description,
})
