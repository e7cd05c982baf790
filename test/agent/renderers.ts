/** Four Markdown renderers, with raw HTML and automatic links switched on, as judges of what a text can do. */
import * as commonmark from 'commonmark'
import MarkdownIt from 'markdown-it'
import { marked } from 'marked'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

const reader = new commonmark.Parser()
const writer = new commonmark.HtmlRenderer()
const markdownIt = new MarkdownIt({ html: true, linkify: true })
// Names without a scheme (`checkout.io`) are guesses of this one renderer; addresses with one are what counts.
markdownIt.linkify.set({ fuzzyLink: false })

const RENDERERS: Readonly<Record<string, (text: string) => string>> = {
  commonmark: (text) => writer.render(reader.parse(text)),
  micromark: (text) =>
    micromark(text, {
      allowDangerousHtml: true,
      allowDangerousProtocol: true,
      extensions: [gfm()],
      htmlExtensions: [gfmHtml()],
    }),
  'markdown-it': (text) => markdownIt.render(text),
  marked: (text) => marked.parse(text, { async: false, gfm: true }),
}

/** Tags that Markdown without links, images and HTML can give. */
const HARMLESS =
  /^<\/?(?:p|em|strong|code|pre|ul|ol|li|h[1-6]|blockquote|hr|br|del|s|table|thead|tbody|tr|th|td|input)(?: (?:class="language-[^"<>]*"|class="contains-task-list"|class="task-list-item"|start="\d+"|align="\w+"|style="text-align:\w+"|type="checkbox"|disabled=""|checked=""))*(?: ?\/)?>$/

/** The first tag that is none of these, by the name of the renderer that made it; null where there is none. */
export function harmIn(text: string): string | null {
  for (const [name, render] of Object.entries(RENDERERS)) {
    const tag = (render(text).match(/<[^>]*>?/g) ?? []).find((one) => !HARMLESS.test(one))
    if (tag !== undefined) return `${name}: ${tag}`
  }
  return null
}
