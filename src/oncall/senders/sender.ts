/** The guide for a sender: where its deliveries go, how to set it up, and how it signs. */

export interface SenderTarget {
  readonly label: string
  /** A sender that can set a header keeps the key out of the URL, which every hop on the way may log. */
  readonly keyIn: 'header' | 'url'
  /** `{key}` stands for the key. */
  readonly description: string
}

export interface SenderGuide {
  readonly name: string
  /** Where to deliver, the preferred target first. */
  readonly targets: readonly SenderTarget[]
  /** How the sender signs if the key has a signing secret; null if it cannot. */
  readonly signature: string | null
  /** The setup steps in Markdown; `{url}` and `{key}` stand for the values on the endpoint card. */
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
